import { CANDLE_PERIODS, DAYS, slotOf, slotStart, type CandlePeriod } from '@slipway/domain';
import { AllTimeHigh } from './all-time-high.js';
import type { AppEvent } from './app-events.js';
import { OpenCandle, type AppCandles, type CandleRow } from './candle.js';
import type { FeedHistory } from './feed-history.js';
import type { MarginalPrice } from './marginal-price.js';

export interface FoldedCandles {
  readonly opened: CandleRow[];
  /** Those that were there before. */
  readonly changed: CandleRow[];
}

/**
 * Folds an app's events, in chain order, into its candles. A candle reaches to the app's last event, and the next event completes
 * it to its end. So an app without events is not written.
 * @param before null of an app that has just launched
 */
export function foldCandles(
  events: readonly AppEvent[],
  before: AppCandles | null,
  feed: FeedHistory,
): FoldedCandles {
  const folds = CANDLE_PERIODS.map((period) => new PeriodFold(period, before, feed));
  const high = new AllTimeHigh(before, feed);
  for (const [place, event] of events.entries()) {
    const behind = feed.countUpTo(event.blockNumber);
    const endsBlock = events[place + 1]?.blockNumber !== event.blockNumber;
    const highest = high.add(event, behind, endsBlock);
    for (const fold of folds) fold.add(event, behind, highest);
  }
  return {
    opened: folds.flatMap(({ opened }) => toRows(opened)),
    changed: folds.flatMap(({ resumed }) => toRows(resumed === null ? [] : [resumed])),
  };
}

function toRows(candles: readonly OpenCandle[]): CandleRow[] {
  return candles.flatMap((candle) => candle.toRow() ?? []);
}

/** The candles of one length. */
class PeriodFold {
  readonly opened: OpenCandle[] = [];
  readonly resumed: OpenCandle | null = null;
  private current: OpenCandle | null = null;
  private price: MarginalPrice | null = null;
  /** How many updates of the feed are behind. */
  private behind = 0;

  constructor(
    private readonly period: CandlePeriod,
    before: AppCandles | null,
    private readonly feed: FeedHistory,
  ) {
    const last = before?.last.find((candle) => candle.period === period);
    if (before === null || last === undefined) return;
    const { row, past } = last;
    const oraclePrice = past === null ? feed.priceAt(slotStart(period, row.slot)) : past.oraclePrice;
    this.resumed = OpenCandle.resume(period, row, oraclePrice);
    this.current = this.resumed;
    this.price = row.close;
    this.behind = past === null ? feed.countUpTo(before.at.blockNumber) : 0;
    if (past?.tail) {
      this.resumed.addOracle(past.tail.high);
      this.resumed.addOracle(past.tail.low);
    }
  }

  /**
   * @param behind how many updates of the feed come before the event
   * @param highest the app's highest USD price up to it
   */
  add(event: AppEvent, behind: number, highest: number | null): void {
    const slot = slotOf(this.period, event.time.getTime() / 1_000);
    this.completeCurrent(behind);
    if (this.current?.slot !== slot) this.open(slot, behind);
    this.behind = behind;
    if (event.price !== null) {
      this.price = event.price;
      this.current?.addPrice(event.price, this.feed.priceAfter(behind));
    }
    if (event.trade !== null) this.current?.addTrade(event.trade);
    if (this.period === DAYS && this.current !== null) this.current.allTimeHighUsd = highest;
  }

  /** Adds the feed's updates up to a count: those that the current candle lasts for are in it then. */
  private completeCurrent(behind: number): void {
    if (this.current === null) return;
    const ends = this.current.ends * 1_000;
    for (const { time, price } of this.feed.updates.slice(this.behind, behind)) {
      if (time.getTime() >= ends) return;
      this.current.addOracle(price);
    }
  }

  private open(slot: number, behind: number): void {
    const start = slotStart(this.period, slot);
    const first = this.feed.countUntil(start);
    const candle = OpenCandle.open(this.period, slot, this.feed.priceAfter(first), this.price);
    this.current = candle;
    this.opened.push(candle);
    for (const { price } of this.feed.updates.slice(Math.max(first, this.behind), behind))
      candle.addOracle(price);
  }
}
