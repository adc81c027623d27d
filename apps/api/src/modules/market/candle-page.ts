import { priceInPlatform } from '@slipway/bonding-curve';
import { mapKnown, parseDecimalPrice, toDecimalPrice } from '@slipway/domain';
import type { CandleColumns } from './candles.sql.js';
import type { CandlePage, FeedCandle, KeptCandle } from './types/candles.types.js';

/** A page as the repository's callers have it, of what the database gives. Null without an app's first reserves. */
export function toPage(
  { opens, candles, feed, launch, tail }: CandleColumns,
  finalTime: string | null,
): CandlePage | null {
  if (launch === null) return null;
  const [platform, tokens, oraclePrice] = launch;
  const ratio = priceInPlatform({ platform: BigInt(platform), token: BigInt(tokens) });
  if (ratio === null) return null;
  return {
    opens,
    finalTime: mapKnown(finalTime, Number),
    candles: candles[0].map((_, place) => keptCandle(candles, place)),
    feed: feed[0].map((_, place) => feedCandle(feed, place)),
    launch: { price: toDecimalPrice(ratio), oraclePrice: mapKnown(oraclePrice, BigInt) },
    tail: toTail(tail),
  };
}

function keptCandle(columns: CandleColumns['candles'], place: number): KeptCandle {
  const [time, high, low, highUsd, lowUsd, closes, volumePlatform, volumeUsd, trades] = columns;
  const close = parseDecimalPrice(at(closes, place));
  return {
    time: at(time, place),
    high: mapKnown(at(high, place), parseDecimalPrice) ?? close,
    low: mapKnown(at(low, place), parseDecimalPrice) ?? close,
    highUsd: at(highUsd, place),
    lowUsd: at(lowUsd, place),
    close,
    volumePlatform: BigInt(at(volumePlatform, place)),
    volumeUsd: mapKnown(at(volumeUsd, place), BigInt),
    trades: at(trades, place),
  };
}

function feedCandle([time, open, high, low, close]: CandleColumns['feed'], place: number): FeedCandle {
  return {
    time: at(time, place),
    open: BigInt(at(open, place)),
    high: BigInt(at(high, place)),
    low: BigInt(at(low, place)),
    close: BigInt(at(close, place)),
  };
}

function toTail(tail: CandleColumns['tail']): CandlePage['tail'] {
  if (tail === null) return null;
  const [time, high, low] = tail;
  return high === null || low === null ? null : { time, high: BigInt(high), low: BigInt(low) };
}

/** All arrays of a page are of one length. */
function at<T>(values: readonly T[], place: number): T {
  return values[place] as T;
}
