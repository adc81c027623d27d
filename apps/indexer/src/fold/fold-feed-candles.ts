import { slotOf, type CandlePeriod } from '@slipway/domain';
import type { FeedUpdate } from './feed-history.js';

/** The feed's prices in a slot in which it said one. It opens at the close before it; the feed's first at its own first. */
export interface FeedCandle {
  readonly slot: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

/** Folds the feed's updates, in chain order, into its candles of one length. @param last the last one before them */
export function foldFeedCandles(
  period: CandlePeriod,
  updates: readonly FeedUpdate[],
  last: FeedCandle | null,
): FeedCandle[] {
  const candles: FeedCandle[] = [];
  let current = last;
  for (const { time, price } of updates) {
    const slot = slotOf(period, time.getTime() / 1_000);
    if (current?.slot !== slot) {
      const open: bigint = current?.close ?? price;
      current = { slot, open, high: open, low: open, close: open };
      candles.push(current);
    } else if (current === last) {
      candles.push(current);
    }
    const { open, high, low } = current;
    current = { slot, open, high: price > high ? price : high, low: price < low ? price : low, close: price };
    candles[candles.length - 1] = current;
  }
  return candles;
}
