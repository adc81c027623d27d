import {
  type DecimalPrice,
  mapKnown,
  platformPrice,
  unitsToJsonNumber,
  USD_WEI_DECIMALS,
  usdPrice,
} from '@slipway/domain';
import type { CandleCurrency, CandlePage, FeedCandle, KeptCandle } from './candles.repository.js';
import type { CandleDto } from './candles.dto.js';

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

/** An app's marginal price and the feed's, in time: kept candles of both, in order. */
class MarketTimeline {
  /** Null before the launch. */
  price: DecimalPrice | null = null;
  /** Null before the feed's first. */
  oraclePrice: bigint | null = null;
  private nextCandle = 0;
  private nextFeed = 0;

  constructor(private readonly page: CandlePage) {}

  /** Goes to a time. @param sum what the way there is added to */
  goTo(time: number, sum: CandleSum | null = null): void {
    for (;;) {
      const candle = this.page.candles[this.nextCandle];
      const feed = this.page.feed[this.nextFeed];
      const slot = Math.min(candle?.time ?? Infinity, feed?.time ?? Infinity);
      if (slot >= time) return;
      this.pass(candle?.time === slot ? candle : null, feed?.time === slot ? feed : null, sum);
    }
  }

  /** The prices that an interval begins with, where it stands; of the app's or the feed's first: that one. */
  openingState(ends: number): { price: DecimalPrice; oraclePrice: bigint | null } | null {
    const { launch, candles, feed } = this.page;
    const price = this.price ?? ((candles[this.nextCandle]?.time ?? Infinity) < ends ? launch.price : null);
    if (price === null) return null;
    const known = this.price === null ? launch.oraclePrice : this.oraclePrice;
    const first = feed[this.nextFeed];
    return { price, oraclePrice: known ?? (first !== undefined && first.time < ends ? first.open : null) };
  }

  private pass(candle: KeptCandle | null, feed: FeedCandle | null, sum: CandleSum | null): void {
    const { tail } = this.page;
    if (candle !== null) {
      sum?.addCandle(candle, this.oraclePrice);
      this.price = candle.close;
      this.nextCandle += 1;
      if (tail?.time === candle.time) sum?.addFeed(candle.close, tail);
    } else if (feed !== null && this.price !== null) {
      sum?.addFeed(this.price, feed);
    }
    if (feed === null) return;
    this.oraclePrice = feed.close;
    this.nextFeed += 1;
  }
}

interface Extremes {
  high: number;
  low: number;
}

const nothing = (): Extremes => ({ high: -Infinity, low: Infinity });

/** What kept candles, and the feed between them, come to in a longer one. */
class CandleSum {
  readonly platform = nothing();
  readonly usd = nothing();
  volumePlatform = 0n;
  /** USD with 26 decimals; null when any part has none. */
  volumeUsd: bigint | null = 0n;
  trades = 0;

  /** @param oraclePrice the feed's when the candle begins: values that are not kept follow from it */
  addCandle(candle: KeptCandle, oraclePrice: bigint | null): void {
    const { high, low, volumePlatform, trades } = candle;
    include(this.platform, platformPrice(high), platformPrice(low));
    this.volumePlatform += volumePlatform;
    this.trades += trades;
    let { highUsd, lowUsd, volumeUsd } = candle;
    if (highUsd === null && oraclePrice !== null) {
      highUsd = usdPrice(high, oraclePrice);
      lowUsd = usdPrice(low, oraclePrice);
      volumeUsd = volumePlatform * oraclePrice;
    }
    if (highUsd !== null && lowUsd !== null) include(this.usd, highUsd, lowUsd);
    this.volumeUsd = this.volumeUsd === null || volumeUsd === null ? null : this.volumeUsd + volumeUsd;
  }

  /** The feed's prices while an app's stood still. */
  addFeed(price: DecimalPrice, { high, low }: { readonly high: bigint; readonly low: bigint }): void {
    include(this.usd, usdPrice(price, high), usdPrice(price, low));
  }
}

function include(extremes: Extremes, high: number, low: number): void {
  if (high > extremes.high) extremes.high = high;
  if (low < extremes.low) extremes.low = low;
}
