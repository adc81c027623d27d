import type { Address } from '#values';
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

/**
 * OHLCV of one app and interval. Volumes are gross platform amounts, in wei and in USD with 26 decimals: null when any of
 * them has no USD.
 */
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

/** The candles that trades touch, of every interval. */
export interface FoldedCandles {
  /** The first of each app and interval: an earlier trade may have opened it. */
  readonly first: readonly Candle[];
  /** Those after them, which no earlier trade has opened. */
  readonly later: readonly Candle[];
}

/** Folds trades, in chain order, which is that of time, into candles. */
export function foldCandles(trades: readonly CandleTrade[]): FoldedCandles {
  const first: Candle[] = [];
  const later: Candle[] = [];
  const open = new Map<Address, Candle[]>();
  for (const trade of trades) {
    let candles = open.get(trade.token);
    if (candles === undefined) {
      candles = CANDLE_SECONDS.map((seconds) =>
        emptyCandle(trade.token, seconds, openTimeOf(trade.time, seconds)),
      );
      open.set(trade.token, candles);
      first.push(...candles);
    }
    for (const [i, candle] of candles.entries()) {
      let current = candle;
      if (trade.time.getTime() >= candle.openTime.getTime() + candle.seconds * 1_000) {
        current = emptyCandle(trade.token, candle.seconds, openTimeOf(trade.time, candle.seconds));
        candles[i] = current;
        later.push(current);
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
