import type { OraclePriceRow } from '../decode/rows.js';

/** A price of the feed, 8 decimals, from the begin of a block on. A value of zero or less is none: the one before it stays. */
export interface FeedUpdate {
  readonly blockNumber: number;
  readonly time: Date;
  readonly price: bigint;
}

/** What the feed says that it is a price. */
export function feedUpdates(rows: readonly OraclePriceRow[]): FeedUpdate[] {
  return rows
    .filter(({ price }) => price > 0n)
    .map(({ blockNumber, time, price }) => ({ blockNumber, time, price }));
}

/** The feed's prices since a time. */
export class FeedHistory {
  /**
   * @param since in seconds: the begin of a day
   * @param before the price at that time; null before the feed's first
   * @param updates since then, in chain order
   */
  constructor(
    readonly since: number,
    private readonly before: bigint | null,
    readonly updates: readonly FeedUpdate[],
  ) {}

  /** The price when a time begins. @param time in seconds, not before `since` */
  priceAt(time: number): bigint | null {
    return this.priceAfter(this.countUntil(time));
  }

  /** How many updates come before a time, in seconds. */
  countUntil(time: number): number {
    return this.find((update) => update.time.getTime() >= time * 1_000);
  }

  /** How many updates come up to a block's end: for what happens in it they are all there. */
  countUpTo(blockNumber: number): number {
    return this.find((update) => update.blockNumber > blockNumber);
  }

  /** The price after so many updates. */
  priceAfter(count: number): bigint | null {
    return this.updates[count - 1]?.price ?? this.before;
  }

  /** The first update for which something holds that holds for all after it too. */
  private find(holds: (update: FeedUpdate) => boolean): number {
    let [low, high] = [0, this.updates.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const update = this.updates[middle];
      if (update !== undefined && holds(update)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
