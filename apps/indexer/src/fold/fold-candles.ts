import { CANDLE_PERIODS, DAYS, slotOf, slotStart, type CandlePeriod } from '@slipway/domain';
import type { Moment } from '../decode/rows.js';
import { OpenCandle, type CandleRow, type CandleTrade } from './candle.js';
import type { FeedHistory } from './feed-history.js';
import type { MarginalPrice } from './marginal-price.js';

/** What happened to an app: its reserves changed, or it was traded. */
export interface AppEvent extends Moment {
  /** The marginal price after it; null where a side of the reserves is empty, and of a trade: then it is as before. */
  readonly price: MarginalPrice | null;
  readonly trade: CandleTrade | null;
}

/** An app's last candle of a length. With it, what the feed did from the app's last event to the candle's end. */
export interface LastCandle {
  readonly period: CandlePeriod;
  readonly row: CandleRow;
  /** Of an app whose last event is before the feed's history: what the history does not tell. */
  readonly past: {
    /** At the candle's begin. */
    readonly oraclePrice: bigint | null;
    /** From the app's last event to the candle's end; null where the feed said nothing. */
    readonly tail: { readonly high: bigint; readonly low: bigint } | null;
    /** The highest from the candle's end to the history's begin. */
    readonly highAfter: bigint | null;
  } | null;
}

/** What an app's candles are before some of its events. */
export interface AppCandles {
  /** The app's last event. */
  readonly at: Moment;
  readonly last: readonly LastCandle[];
}

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
  for (const event of events) {
    const behind = feed.countBefore(event);
    for (const fold of folds) fold.add(event, behind);
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
  /** The highest of the feed's prices since the last candle ended. */
  private highAfter: bigint | null = null;

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
    this.behind = past === null ? feed.countBefore(before.at) : 0;
    if (past?.tail) {
      this.resumed.addOracle(past.tail.high);
      this.resumed.addOracle(past.tail.low);
    }
    this.highAfter = past?.highAfter ?? null;
  }

  /** @param behind how many updates of the feed come before the event */
  add(event: AppEvent, behind: number): void {
    const slot = slotOf(this.period, event.time.getTime() / 1_000);
    this.completeCurrent(behind);
    if (this.current?.slot !== slot) this.open(slot, behind);
    this.behind = behind;
    if (event.price !== null) {
      this.price = event.price;
      this.current?.addPrice(event.price, this.feed.priceAfter(behind));
    }
    if (event.trade !== null) this.current?.addTrade(event.trade);
  }

  /** Adds the feed's updates up to a count: those that the current candle lasts for are in it then. */
  private completeCurrent(behind: number): void {
    const { updates } = this.feed;
    let place = this.behind;
    if (this.current !== null) {
      const ends = this.current.ends * 1_000;
      for (; place < behind; place += 1) {
        const update = updates[place];
        if (update === undefined || update.time.getTime() >= ends) break;
        this.current.addOracle(update.price);
      }
    }
    // Nothing but days asks for it.
    if (this.period !== DAYS) return;
    for (const { price } of updates.slice(place, behind))
      if (this.highAfter === null || price > this.highAfter) this.highAfter = price;
  }

  private open(slot: number, behind: number): void {
    const start = slotStart(this.period, slot);
    const first = this.feed.countUntil(start);
    const candle = OpenCandle.open(
      this.period,
      slot,
      this.feed.priceAfter(first),
      this.price,
      this.highBefore(),
    );
    this.current = candle;
    this.opened.push(candle);
    this.highAfter = null;
    for (const { price } of this.feed.updates.slice(Math.max(first, this.behind), behind))
      candle.addOracle(price);
  }

  /** The highest USD price up to where a candle opens; nothing but days need it. */
  private highBefore(): number | null {
    if (this.period !== DAYS || this.current === null) return null;
    const high = this.current.allTimeHighUsd;
    if (this.highAfter === null || this.price === null) return high;
    const since = this.price.usdAt(this.highAfter);
    return high === null ? since : Math.max(high, since);
  }
}
