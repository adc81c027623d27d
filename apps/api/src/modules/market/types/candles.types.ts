import { DAYS, HOURS, MINUTES, type Address, type CandlePeriod, type DecimalPrice } from '@slipway/domain';

/** Intervals that a series may have: each is made of candles that are kept. */
export const INTERVALS = {
  '1m': { seconds: 60, kept: MINUTES },
  '5m': { seconds: 300, kept: MINUTES },
  '15m': { seconds: 900, kept: MINUTES },
  '1h': { seconds: 3_600, kept: HOURS },
  '4h': { seconds: 14_400, kept: HOURS },
  '1d': { seconds: 86_400, kept: DAYS },
  '1w': { seconds: 604_800, kept: DAYS },
} satisfies Record<string, { seconds: number; kept: CandlePeriod }>;
export type CandleInterval = keyof typeof INTERVALS;
export const CANDLE_INTERVALS = Object.keys(INTERVALS) as CandleInterval[];

/** The first Monday of Unix time, in seconds. Weeks begin on Mondays; all that is shorter begins then as well. */
export const MONDAY = 345_600;

export const CANDLE_CURRENCIES = ['usd', 'platform'] as const;
export type CandleCurrency = (typeof CANDLE_CURRENCIES)[number];

/** Which candles are asked for; times in seconds since the Unix epoch, null is no restriction. */
export interface CandleRange {
  readonly token: Address;
  readonly interval: CandleInterval;
  readonly currency: CandleCurrency;
  /** Opening time of the first candle; with it the page begins there, without it the page ends at the last candle. */
  readonly first: number | null;
  /** Opening time of the last candle. */
  readonly last: number | null;
  readonly limit: number;
  /** Whether intervals without a trade count. */
  readonly fill: boolean;
  /** Blocks behind the head from which on one is final. */
  readonly finalityBlocks: number;
}

/** A candle as it is kept (chain.candles); `time` is when it begins, in seconds. */
export interface KeptCandle {
  readonly time: number;
  readonly high: DecimalPrice;
  readonly low: DecimalPrice;
  readonly highUsd: number | null;
  readonly lowUsd: number | null;
  readonly close: DecimalPrice;
  readonly volumePlatform: bigint;
  readonly volumeUsd: bigint | null;
  readonly trades: number;
}

/** The feed's prices in a kept interval in which it said one (chain.feed_candles), 8 decimals. */
export interface FeedCandle {
  readonly time: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

/** A page of candles, and what they are made of: kept candles in the page, and the last before each gap in it, in order. */
export interface CandlePage {
  /** When the page's candles begin. */
  readonly opens: readonly number[];
  readonly candles: readonly KeptCandle[];
  readonly feed: readonly FeedCandle[];
  /** What the app was launched at. */
  readonly launch: { readonly price: DecimalPrice; readonly oraclePrice: bigint | null };
  /** What the feed said in the app's last kept candle after the app's last event; null when nothing. */
  readonly tail: { readonly time: number; readonly high: bigint; readonly low: bigint } | null;
  /** A time up to which every block is final, in seconds; null when none is known. */
  readonly finalTime: number | null;
}
