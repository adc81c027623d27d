import type { Address } from '@slipway/domain';
import type { TradeRow } from '../decode/rows.js';

/** Lengths of the candles that are kept, in seconds: 1m, 5m, 15m, 1h, 4h, 1d. */
export const CANDLE_SECONDS = [60, 300, 900, 3_600, 14_400, 86_400] as const;

/** Open, high, low and close of trade prices in one currency; null while no trade had a price in it. */
interface Ohlc {
  open: number | null;
  high: number | null;
  low: number | null;
  close: number | null;
}

/** OHLCV of one app and interval. Volumes are gross, in wei and in USD with 26 decimals: null when one has no USD. */
export interface Candle {
  readonly token: Address;
  readonly seconds: number;
  readonly openTime: Date;
  readonly platform: Ohlc;
  readonly usd: Ohlc;
  volumePlatform: bigint;
  volumeUsd: bigint | null;
  trades: number;
}

export type CandleTrade = Pick<
  TradeRow,
  'token' | 'time' | 'pricePlatform' | 'priceUsd' | 'platformAmount' | 'usdAmount'
>;

/**
 * Folds trades, in chain order, into the candles that they touch.
 * @returns the first of each app and interval, which an earlier trade may have opened, and those after them
 */
export function foldCandles(trades: readonly CandleTrade[]): {
  readonly first: readonly Candle[];
  readonly later: readonly Candle[];
} {
  const first: Candle[] = [];
  const later: Candle[] = [];
  const open = new Map<Address, Candle[]>();
  for (const trade of trades) {
    const candles = open.get(trade.token) ?? [];
    if (candles.length === 0) open.set(trade.token, candles);
    for (const [i, seconds] of CANDLE_SECONDS.entries()) {
      const before = candles[i];
      let current = before;
      if (current === undefined || trade.time.getTime() >= current.openTime.getTime() + seconds * 1_000) {
        current = emptyCandle(trade.token, seconds, openTimeOf(trade.time, seconds));
        candles[i] = current;
        (before === undefined ? first : later).push(current);
      }
      addTrade(current, trade);
    }
  }
  return { first, later };
}

/** Start of the interval that holds a time; intervals are aligned to the Unix epoch, so days start at 00:00 UTC. */
export function openTimeOf(time: Date, seconds: number): Date {
  const length = seconds * 1_000;
  return new Date(Math.floor(time.getTime() / length) * length);
}

function emptyCandle(token: Address, seconds: number, openTime: Date): Candle {
  const none = (): Ohlc => ({ open: null, high: null, low: null, close: null });
  return {
    token,
    seconds,
    openTime,
    platform: none(),
    usd: none(),
    volumePlatform: 0n,
    volumeUsd: 0n,
    trades: 0,
  };
}

function addTrade(candle: Candle, trade: CandleTrade): void {
  addPrice(candle.platform, trade.pricePlatform);
  addPrice(candle.usd, trade.priceUsd);
  candle.volumePlatform += trade.platformAmount;
  candle.volumeUsd =
    candle.volumeUsd === null || trade.usdAmount === null ? null : candle.volumeUsd + trade.usdAmount;
  candle.trades += 1;
}

function addPrice(ohlc: Ohlc, price: number | null): void {
  if (price === null) return;
  ohlc.open ??= price;
  ohlc.high = Math.max(ohlc.high ?? price, price);
  ohlc.low = Math.min(ohlc.low ?? price, price);
  ohlc.close = price;
}
