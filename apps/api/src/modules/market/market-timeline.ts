import type { DecimalPrice } from '@slipway/domain';
import type { CandleSum } from './candle-sum.js';
import type { CandlePage, FeedCandle, KeptCandle } from './types/candles.types.js';

/** An app's marginal price and the feed's, in time: kept candles of both, in order. */
export class MarketTimeline {
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
