import { USD_FEED_DECIMALS, usdOfRounded, type CandlePeriod } from '@slipway/domain';
import type { MarginalPrice } from './marginal-price.js';

/**
 * The kept columns of a candle. It opens at the close before it. USD and volume in USD are null while the feed stood still from
 * the candle's begin to its last event: then they follow from the rest and the feed's price at the begin.
 */
export interface CandleRow {
  readonly slot: number;
  readonly trades: number;
  readonly buys: number;
  readonly high: number;
  readonly low: number;
  readonly highUsd: number | null;
  readonly lowUsd: number | null;
  readonly close: MarginalPrice;
  readonly volumePlatform: bigint;
  /** USD with 26 decimals; null also where a trade has no USD. */
  readonly volumeUsd: bigint | null;
  /** Of a day: the app's highest USD price up to the candle's last event, or its end when there was one after it. */
  readonly allTimeHighUsd: number | null;
}

export interface CandleTrade {
  readonly isBuy: boolean;
  readonly platformAmount: bigint;
  /** USD with 26 decimals; null where the feed had no price. */
  readonly usdAmount: bigint | null;
}

/** A price nearer to an extreme than this share of it is computed exactly: the estimate and the extreme have 15 digits each. */
const NEAR = 1e-12;

const USD_FEED_UNIT = 10 ** USD_FEED_DECIMALS;

/** A candle that events are added to. */
export class OpenCandle {
  private trades = 0;
  private buys = 0;
  private high: number | null = null;
  private low: number | null = null;
  private highUsd: number | null = null;
  private lowUsd: number | null = null;
  private volumePlatform = 0n;
  private volumeUsd: bigint | null = 0n;
  /** Whether USD follows from the feed's price at the begin. */
  private isDerived: boolean;

  /**
   * @param oraclePrice the feed's at the candle's begin; null when it has none
   * @param close the price that it opens at; null of an app's first
   * @param highBefore the highest USD price before the candle, which counts for days alone
   * @param isKept whether the tables have it
   */
  private constructor(
    readonly period: CandlePeriod,
    readonly slot: number,
    private readonly oraclePrice: bigint | null,
    private close: MarginalPrice | null,
    private readonly highBefore: number | null,
    readonly isKept: boolean,
  ) {
    this.isDerived = oraclePrice !== null;
  }

  static open(
    period: CandlePeriod,
    slot: number,
    oraclePrice: bigint | null,
    close: MarginalPrice | null,
    highBefore: number | null,
  ): OpenCandle {
    const candle = new OpenCandle(period, slot, oraclePrice, close, highBefore, false);
    if (close !== null) candle.addPrice(close, oraclePrice);
    return candle;
  }

  /** Goes on with the kept candle. */
  static resume(period: CandlePeriod, row: CandleRow, oraclePrice: bigint | null): OpenCandle {
    const candle = new OpenCandle(period, row.slot, oraclePrice, row.close, row.allTimeHighUsd, true);
    candle.trades = row.trades;
    candle.buys = row.buys;
    candle.high = row.high;
    candle.low = row.low;
    candle.highUsd = row.highUsd;
    candle.lowUsd = row.lowUsd;
    candle.volumePlatform = row.volumePlatform;
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
    const { value } = price;
    // Before the price is: it was never at what the feed said then.
    if (this.isDerived && oraclePrice !== this.oraclePrice) this.endDerived();
    this.close = price;
    this.high = Math.max(this.high ?? value, value);
    this.low = Math.min(this.low ?? value, value);
    if (!this.isDerived && oraclePrice !== null) this.addUsd(price, oraclePrice);
  }

  /** A price of the feed while the app's stood still. */
  addOracle(oraclePrice: bigint): void {
    if (this.isDerived && oraclePrice === this.oraclePrice) return;
    if (this.isDerived) this.endDerived();
    if (this.close !== null) this.addUsd(this.close, oraclePrice);
  }

  addTrade({ isBuy, platformAmount, usdAmount }: CandleTrade): void {
    if (this.isDerived && usdAmount !== platformAmount * (this.oraclePrice ?? 0n)) this.endDerived();
    this.trades += 1;
    this.buys += Number(isBuy);
    this.volumePlatform += platformAmount;
    this.volumeUsd = this.volumeUsd === null || usdAmount === null ? null : this.volumeUsd + usdAmount;
  }

  /** The highest USD price up to now. */
  get allTimeHighUsd(): number | null {
    const high = this.isDerived ? this.derived(this.high) : this.highUsd;
    return high === null || this.highBefore === null
      ? (high ?? this.highBefore)
      : Math.max(high, this.highBefore);
  }

  /** Null while the app has no price. */
  toRow(): CandleRow | null {
    const { slot, trades, buys, high, low, highUsd, lowUsd, close, volumePlatform, isDerived } = this;
    if (high === null || low === null || close === null) return null;
    return {
      slot,
      trades,
      buys,
      high,
      low,
      highUsd,
      lowUsd,
      close,
      volumePlatform,
      volumeUsd: isDerived ? null : this.volumeUsd,
      allTimeHighUsd: this.period.seconds === 86_400 ? this.allTimeHighUsd : null,
    };
  }

  /** From now on the USD is its own. */
  private endDerived(): void {
    this.highUsd = this.derived(this.high);
    this.lowUsd = this.derived(this.low);
    this.isDerived = false;
  }

  private derived(price: number | null): number | null {
    return price === null || this.oraclePrice === null ? null : usdOfRounded(price, this.oraclePrice);
  }

  /** Most prices are neither the highest nor the lowest: an estimate tells, at a fifth of the cost. */
  private addUsd(price: MarginalPrice, oraclePrice: bigint): void {
    const { highUsd, lowUsd } = this;
    if (highUsd !== null && lowUsd !== null) {
      const estimate = (price.value * Number(oraclePrice)) / USD_FEED_UNIT;
      if (estimate < highUsd * (1 - NEAR) && estimate > lowUsd * (1 + NEAR)) return;
    }
    const value = price.usdAt(oraclePrice);
    this.highUsd = Math.max(this.highUsd ?? value, value);
    this.lowUsd = Math.min(this.lowUsd ?? value, value);
  }
}
