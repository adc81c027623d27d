import type { StreamCandle } from '@slipway/sdk/stream';

/** Candles of one series without a gap, oldest first: a part of its history that can be moved. */
export interface CandleWindow {
  readonly candles: readonly StreamCandle[];
  /** Whether it begins with the first candle that there is. */
  readonly isFirst: boolean;
  /** Whether it ends with the newest one, and grows with the market. */
  readonly isNewest: boolean;
}

/** Candles of one request. */
export const PAGE_CANDLES = 500;

/** Candles that are kept: more than two views of the widest chart, where a candle has half a pixel. */
export const MOST_CANDLES = 4_000;

export const NO_CANDLES: CandleWindow = { candles: [], isFirst: false, isNewest: true };

/** Whether one list of candles goes on where another ends, or before. */
function isJoined(older: readonly StreamCandle[], newer: readonly StreamCandle[]): boolean {
  const [last, first] = [older.at(-1), newer[0]];
  return last !== undefined && first !== undefined && first.openTime <= last.openTime;
}

/** Of two candles of one time the newer list's holds. */
function join(older: readonly StreamCandle[], newer: readonly StreamCandle[]): readonly StreamCandle[] {
  const from = newer[0]?.openTime;
  return from === undefined
    ? older
    : [
        ...older.slice(
          0,
          countBefore(older, ({ openTime }) => openTime >= from),
        ),
        ...newer,
      ];
}

function countBefore(candles: readonly StreamCandle[], isFound: (candle: StreamCandle) => boolean): number {
  const index = candles.findIndex(isFound);
  return index === -1 ? candles.length : index;
}

/**
 * After the market moved.
 *
 * @param live the newest candles
 * @param isWatched whether the newest ones are in view
 */
export function withLive(
  window: CandleWindow,
  live: readonly StreamCandle[],
  isWatched: boolean,
): CandleWindow {
  if (live.length === 0 || !window.isNewest) return window;
  if (window.candles.length === 0) return { ...window, candles: live };
  if (isJoined(window.candles, live)) return { ...window, candles: join(window.candles, live) };
  // The connection was lost for so long that candles are missing between: who looks at the past goes on to do so.
  return isWatched ? { candles: live, isFirst: false, isNewest: true } : { ...window, isNewest: false };
}

/** With the page that ends before its first candle. A short one is the last of them. */
export function withEarlier(window: CandleWindow, page: readonly StreamCandle[]): CandleWindow {
  return { ...window, candles: join(page, window.candles), isFirst: page.length < PAGE_CANDLES };
}

/**
 * With the page that begins at its last candle.
 *
 * @param live the newest candles, to which it may reach now
 */
export function withLater(
  window: CandleWindow,
  page: readonly StreamCandle[],
  live: readonly StreamCandle[],
): CandleWindow {
  const candles = join(window.candles, page);
  if (isJoined(candles, live)) return { ...window, candles: join(candles, live), isNewest: true };
  return { ...window, candles };
}

/** Of a page that begins with the launch: joined where it reaches the window, else in its place. */
export function atLaunch(window: CandleWindow, page: readonly StreamCandle[]): CandleWindow {
  if (isJoined(page, window.candles))
    return { ...window, candles: join(page, window.candles), isFirst: true };
  return { candles: page, isFirst: true, isNewest: false };
}

/** Without candles that are far from the view, when there are too many. */
export function trimmed(window: CandleWindow, before: number, after: number): CandleWindow {
  const { candles } = window;
  const surplus = candles.length - MOST_CANDLES;
  if (surplus <= 0) return window;
  return after >= before
    ? { ...window, candles: candles.slice(0, -surplus), isNewest: false }
    : { ...window, candles: candles.slice(surplus), isFirst: false };
}
