import type { Address } from '@slipway/domain';

/** Intervals and their lengths in seconds; aligned to the Unix epoch, so that days start at 00:00 UTC. */
export const INTERVAL_SECONDS = { '1m': 60, '5m': 300, '15m': 900, '1h': 3_600, '4h': 14_400, '1d': 86_400 };
export type CandleInterval = keyof typeof INTERVAL_SECONDS;
export const CANDLE_INTERVALS = Object.keys(INTERVAL_SECONDS) as CandleInterval[];

export const CANDLE_CURRENCIES = ['usd', 'platform'] as const;
export type CandleCurrency = (typeof CANDLE_CURRENCIES)[number];

/** Which candles are asked for; times in seconds since the Unix epoch, null is no restriction. */
export interface CandleRange {
  readonly token: Address;
  readonly seconds: number;
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

/**
 * A candle as the database keeps it: opening time in seconds; prices, null while no trade had one; volumes in USD with
 * 26 decimals (null while no trade had one) and in wei; number of trades.
 */
export type CandleRow = readonly [
  openTime: number,
  open: number | null,
  high: number | null,
  low: number | null,
  close: number | null,
  volumeUsd: string | null,
  volumePlatform: string,
  trades: number,
];

/** A page of candles. */
export interface CandlePage {
  /** Opening times of the first and the last candle of the page when gaps are filled; null without any trade. */
  readonly earliest: number | null;
  readonly latest: number | null;
  /** Close of the last candle before the page. */
  readonly previousClose: number | null;
  /** A time up to which every block is final, in seconds; null when none is known. */
  readonly finalTime: number | null;
  readonly candles: readonly CandleRow[];
}
