import fc from 'fast-check';
import { toJsonNumber } from '@slipway/domain';
import { priceInPlatform } from '../price.js';
import type { TradeQuote, TradeSide } from '../quote.js';
import { curvePrice, quoteTrade, squareRoot, supplyAt, type RampCurve } from './quote-trade.js';

const WEI = 10n ** 18n;
const fresh: RampCurve = { reserves: curvePrice(0n), realPlatform: 0n, feePpm: 12_500n };
const fees = fc.bigInt({ min: 0n, max: 50_000n });
const payments = fc.bigInt({ min: 10n ** 6n, max: 30_000n * WEI });

function quote(curve: RampCurve, side: TradeSide, amount: bigint): TradeQuote {
  const quote = quoteTrade(curve, side, amount);
  if (typeof quote === 'string') throw new Error(quote);
  return quote;
}

function bought(curve: RampCurve, payment: bigint): [TradeQuote, RampCurve] {
  const buy = quote(curve, 'buy', payment);
  const realPlatform = curve.realPlatform + buy.amountIn - buy.fee;
  return [buy, { ...curve, reserves: buy.reservesAfter, realPlatform }];
}

describe('the linear curve', () => {
  it('begins at the base price, and rises by the slope with every token', () => {
    const priceAt = (supply: bigint) => toJsonNumber(priceInPlatform(curvePrice(supply))!);
    expect(priceAt(0n)).toBe(0.00002);
    expect(priceAt(WEI)).toBeCloseTo(0.00002 + 4e-13, 18);
    expect(priceAt(500_000_000n * WEI)).toBe(0.00022);
    expect(supplyAt(curvePrice(7n))).toBe(7n);
  });

  it('takes some 60,000 platform tokens for 500 million tokens', () => {
    const { amountOut } = quote({ ...fresh, feePpm: 0n }, 'buy', 60_000n * WEI);
    expect(amountOut).toBe(500_000_000n * WEI);
  });

  it('takes the fee on the way in for a buy, on the way out for a sale', () => {
    const [buy, curve] = bought(fresh, 1_000n * WEI);
    expect([buy.amountIn, buy.fee]).toEqual([1_000n * WEI, (25n * WEI) / 2n]);
    const sale = quote(curve, 'sell', buy.amountOut);
    expect(sale.amountOut + sale.fee).toBeLessThanOrEqual(curve.realPlatform);
    expect(sale.fee).toBe(((sale.amountOut + sale.fee) * 12_500n + 999_999n) / 1_000_000n);
  });

  it('refuses what gives nothing, what no pool could hold, and more tokens than there are', () => {
    const [{ amountOut }, curve] = bought(fresh, WEI);
    expect(quoteTrade(fresh, 'buy', 1n)).toBe('amount_too_small');
    expect(quoteTrade(curve, 'sell', 1n)).toBe('amount_too_small');
    expect(quoteTrade(curve, 'sell', amountOut + 1n)).toBe('exceeds_reserve');
    expect(quoteTrade(curve, 'buy', 2n ** 112n - curve.realPlatform)).toBe('exceeds_reserve');
    expect(quoteTrade(curve, 'buy', 2n ** 112n - 1n - curve.realPlatform)).toHaveProperty('amountOut');
  });

  it('never pays out more than came in, whatever is bought and sold, at any fee', () => {
    fc.assert(
      fc.property(payments, payments, fees, fees, (first, second, buyFee, saleFee) => {
        const [one, between] = bought({ ...fresh, feePpm: buyFee }, first);
        const [two, full] = bought(between, second);
        const sale = quote({ ...full, feePpm: saleFee }, 'sell', one.amountOut + two.amountOut);
        expect(sale.amountOut + sale.fee).toBeLessThanOrEqual(full.realPlatform);
        expect(supplyAt(sale.reservesAfter)).toBe(0n);
      }),
    );
  });

  it('gives no more for two halves than for the whole, and less with each purchase', () => {
    fc.assert(
      fc.property(payments, fees, (payment, feePpm) => {
        const curve = { ...fresh, feePpm };
        const [one, between] = bought(curve, payment);
        const [two] = bought(between, payment);
        const whole = quote(curve, 'buy', 2n * payment);
        expect(two.amountOut).toBeLessThanOrEqual(one.amountOut);
        expect(one.amountOut + two.amountOut).toBeLessThanOrEqual(whole.amountOut + 10n ** 6n);
        for (const { priceImpact } of [one, two, whole]) {
          expect(priceImpact.numerator).toBeGreaterThanOrEqual(0n);
          expect(priceImpact.numerator).toBeLessThan(priceImpact.denominator);
        }
      }),
    );
  });
});

it('squareRoot is the largest whole number whose square is no more', () => {
  for (const value of [0n, 1n, 2n, 3n, 4n])
    expect(squareRoot(value)).toBe(value < 1n ? 0n : value < 4n ? 1n : 2n);
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
      const root = squareRoot(value);
      expect(root * root).toBeLessThanOrEqual(value);
      expect((root + 1n) ** 2n).toBeGreaterThan(value);
    }),
  );
});
