import { ZERO_ADDRESS } from '#values';
import { sumTrades } from './sum-trades.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const before = (seconds: number): Date => new Date(NOW - seconds * 1_000);
const STARTS = [before(60), before(600)];

function trade(time: Date, usdAmount: bigint | null): Parameters<typeof sumTrades>[0][number] {
  return { token: ZERO_ADDRESS, trader: ZERO_ADDRESS, time, usdAmount, fee: 1n };
}

describe('sumTrades', () => {
  it('adds each trade to every window that holds it, and to all', () => {
    const trades = [trade(before(601), 1n), trade(before(599), 10n), trade(before(59), 100n)];
    expect(sumTrades(trades, 'token', STARTS).get(ZERO_ADDRESS)).toEqual([
      { volumeUsd: 100n, fees: 1n, trades: 1 },
      { volumeUsd: 110n, fees: 2n, trades: 2 },
      { volumeUsd: 111n, fees: 3n, trades: 3 },
    ]);
  });

  it('leaves a trade at the very start out of the window, and counts one whose USD is not known', () => {
    expect(sumTrades([trade(before(60), null)], 'trader', STARTS).get(ZERO_ADDRESS)).toEqual([
      { volumeUsd: 0n, fees: 0n, trades: 0 },
      { volumeUsd: 0n, fees: 1n, trades: 1 },
      { volumeUsd: 0n, fees: 1n, trades: 1 },
    ]);
  });
});
