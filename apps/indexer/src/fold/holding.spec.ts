import { LEDGER_USD_UNIT } from '@slipway/domain';
import { EMPTY_HOLDING, giveAway, sell, takeIn, type Holding } from './holding.js';

const usd = (dollars: number): bigint => BigInt(dollars) * LEDGER_USD_UNIT;

function holding(more: Partial<Holding>): Holding {
  return { ...EMPTY_HOLDING, ...more };
}

describe('a holding', () => {
  it('adds what comes in to what is known, or to what is not', () => {
    const bought = takeIn(takeIn(EMPTY_HOLDING, 10n, usd(5)), 30n, usd(7));
    expect(bought).toEqual(holding({ known: 40n, cost: usd(12) }));
    expect(takeIn(bought, 4n, null)).toEqual({ ...bought, unknown: 4n });
    expect(takeIn(EMPTY_HOLDING, 4n, 0n)).toEqual(holding({ known: 4n }));
  });

  it('keeps its average when some of it goes', () => {
    const left = giveAway(holding({ known: 40n, cost: usd(12) }), 10n);
    expect(left).toEqual(holding({ known: 30n, cost: usd(9) }));
  });

  it('realises the proceeds of a sale less the cost of what was sold', () => {
    expect(sell(holding({ known: 40n, cost: usd(12) }), 10n, usd(8))).toEqual(
      holding({ known: 30n, cost: usd(9), realized: usd(5) }),
    );
    expect(sell(holding({ known: 10n, cost: usd(12) }), 10n, usd(8)).realized).toBe(usd(-4));
  });

  it('loses known and unknown quantity in proportion, and realises the known part alone', () => {
    const mixed = holding({ known: 30n, unknown: 10n, cost: usd(6) });
    expect(sell(mixed, 20n, usd(8))).toEqual(
      holding({ known: 15n, unknown: 5n, cost: usd(3), realized: usd(3) }),
    );
    expect(sell(holding({ unknown: 10n }), 5n, usd(8))).toEqual(holding({ unknown: 5n }));
  });

  it('realises nothing known when the proceeds have no value', () => {
    expect(sell(holding({ known: 10n, cost: usd(12) }), 5n, null)).toEqual(
      holding({ known: 5n, cost: usd(6) }),
    );
  });

  it('is empty when the last of it goes: no cost, no dust, whatever was rounded on the way', () => {
    let left = holding({ known: 7n, unknown: 3n, cost: 10n });
    for (const amount of [1n, 3n, 2n]) left = giveAway(left, amount);
    expect(giveAway(left, 4n)).toEqual(EMPTY_HOLDING);
  });

  it('never takes an unknown cost for known: the unknown part is there until all goes', () => {
    const mixed = holding({ known: 10n ** 30n, unknown: 1n, cost: usd(1) });
    expect(giveAway(mixed, 10n ** 30n).unknown).toBe(1n);
  });

  it.each([1n, 10n ** 30n, 2n ** 255n])('is exact at %s wei, but for less than one unit of cost', (size) => {
    const cost = usd(3) + 1n;
    const bought = takeIn(EMPTY_HOLDING, 3n * size, cost);
    const left = sell(bought, size, usd(2));
    expect(left.known).toBe(2n * size);
    // A third of the cost, rounded down, went; the rest stayed.
    expect(left.cost).toBe(cost - cost / 3n);
    expect(left.realized).toBe(usd(2) - cost / 3n);
    expect(sell(left, 2n * size, 0n)).toEqual(holding({ realized: usd(2) - cost }));
  });

  it('cannot give more than it has', () => {
    expect(() => giveAway(holding({ known: 1n, unknown: 1n }), 3n)).toThrow(RangeError);
  });
});
