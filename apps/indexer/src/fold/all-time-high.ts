import { DAYS } from '@slipway/domain';
import type { AppEvent } from './app-events.js';
import type { AppCandles } from './candle.js';
import type { FeedHistory } from './feed-history.js';
import { NEAR, type MarginalPrice } from './marginal-price.js';

/** An app's highest USD price at the end of a block: what a block passes through on its way does not count. */
export class AllTimeHigh {
  private usd: number | null = null;
  private price: MarginalPrice | null = null;
  /** How many updates of the feed are behind. */
  private behind = 0;

  constructor(
    before: AppCandles | null,
    private readonly feed: FeedHistory,
  ) {
    const last = before?.last.find(({ period }) => period === DAYS);
    if (before === null || last === undefined) return;
    const { row, past } = last;
    this.usd = row.allTimeHighUsd;
    this.price = row.close;
    this.behind = past === null ? feed.countUpTo(before.at.blockNumber) : 0;
    for (const oraclePrice of [past?.tail?.high, past?.highAfter]) this.addBlock(oraclePrice ?? null);
  }

  /**
   * @param behind how many updates of the feed come before the event
   * @param endsBlock whether it is the app's last one in its block
   * @returns the highest up to the event
   */
  add({ blockNumber, price }: AppEvent, behind: number, endsBlock: boolean): number | null {
    for (const update of this.feed.updates.slice(this.behind, behind))
      if (update.blockNumber < blockNumber) this.addBlock(update.price);
    this.behind = behind;
    this.price = price ?? this.price;
    if (endsBlock) this.addBlock(this.feed.priceAfter(behind));
    return this.usd;
  }

  /** A block ends at the price that the app has. Most are below the highest, as an estimate tells. */
  private addBlock(oraclePrice: bigint | null): void {
    const { usd, price } = this;
    if (price === null || oraclePrice === null) return;
    if (usd !== null && price.estimateUsdAt(oraclePrice) < usd * (1 - NEAR)) return;
    this.usd = Math.max(usd ?? 0, price.usdAt(oraclePrice));
  }
}
