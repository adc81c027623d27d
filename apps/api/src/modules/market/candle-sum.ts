import { platformPrice, usdPrice, type DecimalPrice } from '@slipway/domain';
import type { KeptCandle } from './types/candles.types.js';

interface Extremes {
  high: number;
  low: number;
}

const nothing = (): Extremes => ({ high: -Infinity, low: Infinity });

/** What kept candles, and the feed between them, come to in a longer one. */
export class CandleSum {
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
