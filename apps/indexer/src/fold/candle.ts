import { HOURS, type CandlePeriod } from '@slipway/domain';
import type { Moment } from '../decode/rows.js';
import { NEAR, type MarginalPrice } from './marginal-price.js';

/**
 * The kept columns of a candle. It opens at the close before it. USD and volume in USD are null while the feed stood still from
 * the candle's begin to its last event: then they follow from the rest and the feed's price at the begin.
 */
export interface CandleRow {
  readonly slot: number;
  readonly trades: number;
  readonly buys: number;
  /** Null where it is the close, as one of both is of every candle with one trade. */
  readonly high: MarginalPrice | null;
  readonly low: MarginalPrice | null;
  readonly highUsd: number | null;
  readonly lowUsd: number | null;
  readonly close: MarginalPrice;
  readonly volumePlatform: bigint;
  /** USD with 26 decimals; null also where a trade has no USD. */
  readonly volumeUsd: bigint | null;
  /** Of an hour: app tokens that were traded. Null of others. */
  readonly volumeTokens: bigint | null;
  /** Of a day: the app's highest USD price at the end of a block, up to the candle's last event. */
  readonly allTimeHighUsd: number | null;
}

export interface CandleTrade {
  readonly isBuy: boolean;
  readonly platformAmount: bigint;
  readonly tokenAmount: bigint;
  /** USD with 26 decimals; null where the feed had no price. */
  readonly usdAmount: bigint | null;
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

/** A candle that events are added to. */
export class OpenCandle {
  private trades = 0;
  private buys = 0;
  private high: MarginalPrice | null = null;
  private low: MarginalPrice | null = null;
  private highUsd: number | null = null;
  private lowUsd: number | null = null;
  private volumePlatform = 0n;
  private volumeTokens = 0n;
  private volumeUsd: bigint | null = 0n;
  /** Whether USD follows from the feed's price at the begin. */
  private isDerived: boolean;

  /**
   * @param oraclePrice the feed's at the candle's begin; null when it has none
   * @param close the price that it opens at; null of an app's first
   * @param allTimeHighUsd as in its row
   * @param isKept whether the tables have it
   */
  private constructor(
    readonly period: CandlePeriod,
    readonly slot: number,
    private readonly oraclePrice: bigint | null,
    private close: MarginalPrice | null,
    public allTimeHighUsd: number | null,
    readonly isKept: boolean,
  ) {
    this.isDerived = oraclePrice !== null;
  }

  static open(
    period: CandlePeriod,
    slot: number,
    oraclePrice: bigint | null,
    close: MarginalPrice | null,
  ): OpenCandle {
    const candle = new OpenCandle(period, slot, oraclePrice, close, null, false);
    if (close !== null) candle.addPrice(close, oraclePrice);
    return candle;
  }

  /** Goes on with the kept candle. */
  static resume(period: CandlePeriod, row: CandleRow, oraclePrice: bigint | null): OpenCandle {
    const candle = new OpenCandle(period, row.slot, oraclePrice, row.close, row.allTimeHighUsd, true);
    candle.trades = row.trades;
    candle.buys = row.buys;
    candle.high = row.high ?? row.close;
    candle.low = row.low ?? row.close;
    candle.highUsd = row.highUsd;
    candle.lowUsd = row.lowUsd;
    candle.volumePlatform = row.volumePlatform;
    candle.volumeTokens = row.volumeTokens ?? 0n;
    candle.isDerived = oraclePrice !== null && row.highUsd === null;
    candle.volumeUsd = candle.isDerived ? row.volumePlatform * (oraclePrice ?? 0n) : row.volumeUsd;
    return candle;
  }

  /** When it ends, in seconds. */
  get ends(): number {
    return (this.slot - this.period.epochSlot + 1) * this.period.seconds;
  }

  /** @param oraclePrice the feed's; null when it has none */
  addPrice(price: MarginalPrice, oraclePrice: bigint | null): void {
    // Before the price is: it was never at what the feed said then.
    if (this.isDerived && oraclePrice !== this.oraclePrice) this.endDerived();
    this.close = price;
    if (this.high === null || price.isAbove(this.high)) this.high = price;
    if (this.low === null || this.low.isAbove(price)) this.low = price;
    if (!this.isDerived && oraclePrice !== null) this.addUsd(price, oraclePrice);
  }

  /** A price of the feed while the app's stood still. */
  addOracle(oraclePrice: bigint): void {
    if (this.isDerived && oraclePrice === this.oraclePrice) return;
    if (this.isDerived) this.endDerived();
    if (this.close !== null) this.addUsd(this.close, oraclePrice);
  }

  addTrade({ isBuy, platformAmount, tokenAmount, usdAmount }: CandleTrade): void {
    if (this.isDerived && usdAmount !== platformAmount * (this.oraclePrice ?? 0n)) this.endDerived();
    this.trades += 1;
    this.buys += Number(isBuy);
    this.volumePlatform += platformAmount;
    this.volumeTokens += tokenAmount;
    this.volumeUsd = this.volumeUsd === null || usdAmount === null ? null : this.volumeUsd + usdAmount;
  }

  /** Null while the app has no price. */
  toRow(): CandleRow | null {
    const {
      slot,
      trades,
      buys,
      high,
      low,
      highUsd,
      lowUsd,
      close,
      volumePlatform,
      isDerived,
      allTimeHighUsd,
    } = this;
    if (high === null || low === null || close === null) return null;
    return {
      slot,
      trades,
      buys,
      high: high.isAbove(close) ? high : null,
      low: close.isAbove(low) ? low : null,
      highUsd,
      lowUsd,
      close,
      volumePlatform,
      volumeUsd: isDerived ? null : this.volumeUsd,
      volumeTokens: this.period === HOURS ? this.volumeTokens : null,
      allTimeHighUsd,
    };
  }

  /** From now on the USD is its own. */
  private endDerived(): void {
    this.highUsd = this.derived(this.high);
    this.lowUsd = this.derived(this.low);
    this.isDerived = false;
  }

  private derived(price: MarginalPrice | null): number | null {
    return price === null || this.oraclePrice === null ? null : price.usdAt(this.oraclePrice);
  }

  /** Most prices are neither the highest nor the lowest, as an estimate tells. */
  private addUsd(price: MarginalPrice, oraclePrice: bigint): void {
    const { highUsd, lowUsd } = this;
    if (highUsd !== null && lowUsd !== null) {
      const estimate = price.estimateUsdAt(oraclePrice);
      if (estimate < highUsd * (1 - NEAR) && estimate > lowUsd * (1 + NEAR)) return;
    }
    const value = price.usdAt(oraclePrice);
    this.highUsd = Math.max(this.highUsd ?? value, value);
    this.lowUsd = Math.min(this.lowUsd ?? value, value);
  }
}
