import {
  mapKnown,
  platformPrice,
  unitsToJsonNumber,
  usdPrice,
  USD_WEI_DECIMALS,
  type DecimalPrice,
} from '@slipway/domain';
import { CandleSum } from './candle-sum.js';
import type { CandleCurrency, CandlePage } from './types/candles.types.js';
import type { CandleDto } from './dto/candles.dto.js';
import { MarketTimeline } from './market-timeline.js';

interface SeriesOptions {
  /** Length of the interval. */
  readonly seconds: number;
  readonly currency: CandleCurrency;
  /** The as-of block's time, in seconds: candles that end by then are closed. */
  readonly at: number;
}

/**
 * The candles of a page, oldest first. Each opens at the marginal price when its interval begins, which is where the one
 * before it closes; the first at the launch price. USD moves with the feed as well.
 */
export function toSeries(page: CandlePage, { seconds, currency, at }: SeriesOptions): CandleDto[] {
  const timeline = new MarketTimeline(page);
  const isUsd = currency === 'usd';
  const valueOf = rememberLast((price, oraclePrice) =>
    isUsd && oraclePrice !== null ? usdPrice(price, oraclePrice) : platformPrice(price),
  );
  return page.opens.flatMap((opens) => {
    timeline.goTo(opens);
    const open = timeline.openingState(opens + seconds);
    const sum = new CandleSum();
    timeline.goTo(opens + seconds, sum);
    const { price, oraclePrice } = timeline;
    if (price === null || open === null) return [];
    if (isUsd && (open.oraclePrice === null || oraclePrice === null)) return [];
    const ends = [valueOf(open.price, open.oraclePrice), valueOf(price, oraclePrice)] as const;
    const { high, low } = isUsd ? sum.usd : sum.platform;
    return {
      openTime: new Date(opens * 1_000).toISOString(),
      open: ends[0],
      high: Math.max(high, ...ends),
      low: Math.min(low, ...ends),
      close: ends[1],
      volumeUsd: mapKnown(sum.volumeUsd, (units) => unitsToJsonNumber(units.toString(), USD_WEI_DECIMALS)),
      volumePlatform: sum.volumePlatform.toString(),
      trades: sum.trades,
      closed: opens + seconds <= at,
    };
  });
}

type ValueOf = (price: DecimalPrice, oraclePrice: bigint | null) => number;

/** A candle opens where the one before it closed, and is mostly flat: a price is computed once while it stays. */
function rememberLast(compute: ValueOf): ValueOf {
  let last: { price: DecimalPrice; oraclePrice: bigint | null; value: number } | null = null;
  return (price, oraclePrice) => {
    if (last?.price !== price || last.oraclePrice !== oraclePrice)
      last = { price, oraclePrice, value: compute(price, oraclePrice) };
    return last.value;
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
 * Whether no later block can change a page: the last candle that it can ever have ended by the final time. That is the last one
 * asked for, or, counted from the page's first, the one that made it full.
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
