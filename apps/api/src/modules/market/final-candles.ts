import type { CandleDto } from './dto/candles.dto.js';

interface AskedPage {
  /** Length of the interval. */
  readonly seconds: number;
  /** Opening times of the first and the last candle asked for, in seconds; null is no restriction. */
  readonly first: number | null;
  readonly last: number | null;
  readonly limit: number;
  /** A time up to which every block is final, in seconds; null when none is known. */
  readonly finalTime: number | null;
}

/**
 * Whether no later block can change a page: the last candle that it can ever have ended by the final time. That is the last
 * one asked for, or the one that made the page full when it is counted from its first.
 */
export function isFinalPage(candles: readonly CandleDto[], asked: AskedPage): boolean {
  const { seconds, first, last, limit, finalTime } = asked;
  if (finalTime === null) return false;
  const newest = candles.at(-1);
  const full =
    first !== null && newest !== undefined && candles.length === limit
      ? Date.parse(newest.openTime) / 1_000
      : Infinity;
  return Math.min(last ?? Infinity, full) + seconds <= finalTime;
}
