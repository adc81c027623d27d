import type { Address } from '#values';
import type { TradeRow } from '../handlers/rows.js';

/** Lengths of the candles that are kept, in seconds: 1m, 5m, 15m, 1h, 4h, 1d. */
export const CANDLE_SECONDS = [60, 300, 900, 3_600, 14_400, 86_400] as const;

/** Open, high, low and close of trade prices in one currency; null while no trade had a price in it. */
export interface Ohlc {
  open: number | null;
  high: number | null;
  low: number | null;
  close: number | null;
}

/** OHLCV of one app and interval. Volumes are gross platform amounts, in wei and in USD with 26 decimals. */
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

/** Folds trades, in chain order, into the candles of every interval that they touch. */
export function foldCandles(trades: readonly CandleTrade[]): Candle[] {
  const candles = new Map<string, Candle>();
  for (const trade of trades) {
    for (const seconds of CANDLE_SECONDS) {
      const openTime = openTimeOf(trade.time, seconds);
      const key = `${trade.token}|${seconds}|${openTime.getTime()}`;
      let candle = candles.get(key);
      if (candle === undefined) {
        candle = emptyCandle(trade.token, seconds, openTime);
        candles.set(key, candle);
      }
      addTrade(candle, trade);
    }
  }
  return [...candles.values()];
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
    volumeUsd: null,
    trades: 0,
  };
}

function addTrade(candle: Candle, trade: CandleTrade): void {
  addPrice(candle.platform, trade.pricePlatform);
  addPrice(candle.usd, trade.priceUsd);
  candle.volumePlatform += trade.platformAmount;
  if (trade.usdAmount !== null) candle.volumeUsd = (candle.volumeUsd ?? 0n) + trade.usdAmount;
  candle.trades += 1;
}

function addPrice(ohlc: Ohlc, price: number | null): void {
  if (price === null) return;
  ohlc.open ??= price;
  ohlc.high = Math.max(ohlc.high ?? price, price);
  ohlc.low = Math.min(ohlc.low ?? price, price);
  ohlc.close = price;
}
