import { toAddress, type Address } from '#values';
import type { TradeRow, TradeShareRow } from '../decode/rows.js';
import { sumByApp, sumByTrader } from './sum-trades.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const before = (seconds: number): Date => new Date(NOW - seconds * 1_000);
const STARTS = [before(60), before(600)];
const [TOKEN, WALLET, OTHER] = [addressOf(1), addressOf(2), addressOf(3)];

const place = { blockNumber: 1, logIndex: 1, token: TOKEN, side: 'buy' } as const;
const amounts = { tokenAmount: 1n, platformAmount: 1n, fee: 1n, priceUsd: null, carried: 1n } as const;

function trade(time: Date, usdAmount: bigint | null, more: Partial<TradeRow> = {}): TradeRow {
  const gross = { market: TOKEN, in: 0n, out: 1n };
  const rest = {
    trader: WALLET,
    isShared: false,
    venue: 'curve',
    pricePlatform: null,
    txHash: '0x',
  } as const;
  return { ...place, ...amounts, ...rest, gross, time, usdAmount, ...more };
}

function share(wallet: Address, time: Date, usdAmount: bigint): TradeShareRow {
  return { ...place, ...amounts, wallet, time, usdAmount };
}

describe('sums of trades', () => {
  it('adds each trade to every window that holds it, and to all', () => {
    const trades = [trade(before(601), 1n), trade(before(599), 10n), trade(before(59), 100n)];
    expect(sumByApp(trades, STARTS).get(TOKEN)).toEqual([
      { volumeUsd: 100n, fees: 1n, trades: 1 },
      { volumeUsd: 110n, fees: 2n, trades: 2 },
      { volumeUsd: 111n, fees: 3n, trades: 3 },
    ]);
  });

  it('leaves a trade at the very start out of the window, and counts one whose USD is not known', () => {
    const trades = [trade(before(60), null)];
    expect(sumByTrader({ trades, tradeShares: [] }, STARTS).get(WALLET)).toEqual([
      { volumeUsd: 0n, fees: 0n, trades: 0 },
      { volumeUsd: 0n, fees: 1n, trades: 1 },
      { volumeUsd: 0n, fees: 1n, trades: 1 },
    ]);
  });

  it('gives of a shared trade each wallet its share, and the app all of it', () => {
    const trades = [trade(before(1), 50n, { isShared: true, fee: 2n })];
    const tradeShares = [share(WALLET, before(1), 30n), share(OTHER, before(1), 20n)];
    const sums = sumByTrader({ trades, tradeShares }, STARTS);
    expect([WALLET, OTHER].map((wallet) => sums.get(wallet)?.at(-1))).toEqual([
      { volumeUsd: 30n, fees: 1n, trades: 1 },
      { volumeUsd: 20n, fees: 1n, trades: 1 },
    ]);
    expect(sumByApp(trades, STARTS).get(TOKEN)?.at(-1)).toEqual({ volumeUsd: 50n, fees: 2n, trades: 1 });
  });
});

function addressOf(number: number): Address {
  return toAddress(`0x${number.toString(16).padStart(40, '0')}`);
}
