import type { CandleColumns } from '../../../apps/api/src/modules/market/candles/candles.repository.js';

/** The place of the last time before a given one, from a place on. */
function advance(times: readonly number[], from: number, before: number): number {
  let place = from;
  while (place < times.length && times[place]! < before) place += 1;
  return place;
}

/**
 * What a rival makes of the rows of a page of USD candles: every interval from its open to its close, in doubles. It knows no
 * exact price, no feed within an interval, no unknown volume, no first price.
 */
export function fillGaps({ opens, candles, feed }: CandleColumns, seconds: number): object[] {
  const [times, highs, lows, , , closes, volumes, , trades] = candles;
  const [said, , , , feedCloses] = feed;
  let [kept, told, close, usd] = [0, 0, 0, 0];
  return opens.map((opensAt) => {
    const ends = opensAt + seconds;
    // What came before the page.
    const began = advance(times, kept, opensAt);
    if (began > kept) close = Number(closes[began - 1]!);
    const toldBefore = advance(said, told, ends);
    if (toldBefore > told) usd = Number(feedCloses[toldBefore - 1]) / 1e8;
    const open = close * usd;
    const candle = { high: open, low: open, volumePlatform: 0, trades: 0 };
    kept = advance(times, began, ends);
    told = toldBefore;
    for (let place = began; place < kept; place += 1) {
      candle.high = Math.max(candle.high, Number(highs[place] ?? closes[place]) * usd);
      candle.low = Math.min(candle.low, Number(lows[place] ?? closes[place]) * usd);
      candle.volumePlatform += Number(volumes[place]);
      candle.trades += trades[place]!;
    }
    if (kept > began) close = Number(closes[kept - 1]!);
    const volumeUsd = (candle.volumePlatform * usd) / 1e18;
    return {
      openTime: new Date(opensAt * 1_000).toISOString(),
      open,
      ...candle,
      close: close * usd,
      volumeUsd,
    };
  });
}
