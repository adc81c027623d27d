import { toAddress } from '#values';
import { holdingKey, type LedgerEntry } from './fold-ledger.js';
import { endDays, type KeptHolding } from './position-days.js';

const WALLET = toAddress('0x00000000000000000000000000000000000000aa');
const TOKEN = toAddress('0x00000000000000000000000000000000000000bb');
const OTHER = toAddress('0x00000000000000000000000000000000000000cc');

const holdingOf = (known: bigint): LedgerEntry['holding'] => ({ known, unknown: 0n, cost: 0n, realized: 0n });

function entry(time: string, known: bigint, token = TOKEN): LedgerEntry {
  return {
    wallet: WALLET,
    token,
    time: new Date(time),
    blockNumber: 1,
    logIndex: 1,

    holding: holdingOf(known),
  };
}

const endsOf = (entries: LedgerEntry[], before = new Map<string, KeptHolding>()): [string, bigint][] =>
  endDays(entries, before).map(({ day, holding }) => [day, holding.known]);

describe('endDays', () => {
  it('ends a day with what its last event left, once a later day has one', () => {
    const entries = [
      entry('2026-01-01T00:00:00Z', 1n),
      entry('2026-01-01T23:59:59Z', 2n),
      entry('2026-01-02T00:00:00Z', 3n),
      entry('2026-01-09T12:00:00Z', 4n),
    ];
    expect(endsOf(entries)).toEqual([
      ['2026-01-01', 2n],
      ['2026-01-02', 3n],
    ]);
  });

  it('ends the day that a position changed on before the range', () => {
    const before = new Map([[holdingKey(WALLET, TOKEN), { ...holdingOf(7n), changedOn: '2025-12-31' }]]);
    expect(endsOf([entry('2026-01-01T00:00:00Z', 1n)], before)).toEqual([['2025-12-31', 7n]]);
    expect(endsOf([entry('2025-12-31T23:00:00Z', 1n)], before)).toEqual([]);
  });

  it('keeps tokens apart', () => {
    expect(endsOf([entry('2026-01-01T00:00:00Z', 1n), entry('2026-01-02T00:00:00Z', 5n, OTHER)])).toEqual([]);
  });
});
