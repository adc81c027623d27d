import { mapKnown, unitsToJsonNumber, USD_WEI_DECIMALS } from '@slipway/domain';
import type { CandleRow, CandlePage } from './candles.types.js';
import type { CandleDto } from './dto/candles.dto.js';

interface SeriesOptions {
  /** Length of the interval. */
  readonly seconds: number;
  readonly fill: boolean;
  /** The as-of block's time, in seconds: candles that end by then are closed. */
  readonly at: number;
}

/**
 * The candles of a page, oldest first. Gap rule: an interval without a trade opens, stays and closes at the close before
 * it, with volumes of 0. So does an interval whose trades have no price in the currency, with its own volumes.
 */
export function toSeries(page: CandlePage, { seconds, fill, at }: SeriesOptions): CandleDto[] {
  const series: CandleDto[] = [];
  let close = page.previousClose;
  const add = (row: CandleRow): void => {
    const candle = toCandle(row, close, row[0] + seconds <= at);
    if (candle === null) return;
    series.push(candle);
    close = candle.close;
  };
  if (!fill) {
    page.candles.forEach(add);
    return series;
  }
  if (page.earliest === null || page.latest === null) return series;
  let next = 0;
  for (let openTime = page.earliest; openTime <= page.latest; openTime += seconds) {
    const row = page.candles[next];
    if (row?.[0] === openTime) {
      add(row);
      next += 1;
    } else {
      add([openTime, null, null, null, null, '0', '0', 0]);
    }
  }
  return series;
}

/** Null when neither the candle nor one before it has a price. */
function toCandle(row: CandleRow, previousClose: number | null, closed: boolean): CandleDto | null {
  const [openTime, open, high, low, close, volumeUsd, volumePlatform, trades] = row;
  const flat = previousClose;
  const prices =
    open === null || high === null || low === null || close === null
      ? flat === null
        ? null
        : { open: flat, high: flat, low: flat, close: flat }
      : { open, high, low, close };
  if (prices === null) return null;
  return {
    openTime: new Date(openTime * 1_000).toISOString(),
    ...prices,
    volumeUsd: mapKnown(volumeUsd, (units) => unitsToJsonNumber(units, USD_WEI_DECIMALS)),
    volumePlatform,
    trades,
    closed,
  };
}

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
