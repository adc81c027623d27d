import type { StreamCandle } from '@slipway/sdk/stream';
import {
  atLaunch,
  MOST_CANDLES,
  NO_CANDLES,
  PAGE_CANDLES,
  trimmed,
  withEarlier,
  withLater,
  withLive,
  type CandleWindow,
} from './candle-window.js';

const LAUNCH_MS = Date.parse('2026-11-01T00:00:00Z');

/** Candles of minutes since the launch, as one read said them. */
function minutes(from: number, to: number, close = 1): StreamCandle[] {
  return Array.from({ length: to - from }, (_, i) => ({
    openTime: new Date(LAUNCH_MS + (from + i) * 60_000).toISOString(),
    ...{ open: 1, high: 2, low: 1, close, volumeUsd: 0, volumePlatform: '0', trades: 0, closed: true },
  }));
}

const placesOf = ({ candles }: CandleWindow): number[] =>
  [candles[0]!, candles.at(-1)!].map(({ openTime }) => (Date.parse(openTime) - LAUNCH_MS) / 60_000);

function expectWhole(window: CandleWindow, from: number, to: number): void {
  expect(window.candles.map(({ openTime }) => openTime)).toEqual(
    minutes(from, to).map(({ openTime }) => openTime),
  );
}

describe('a window of candles', () => {
  const newest = withLive(NO_CANDLES, minutes(5_000, 5_300), true);

  it('begins with the newest, and keeps what those leave behind', () => {
    expectWhole(newest, 5_000, 5_300);
    const later = withLive(newest, minutes(5_002, 5_302, 9), true);
    expectWhole(later, 5_000, 5_302);
    expect(later.candles.map(({ close }) => close)).toEqual([1, 1, ...Array<number>(300).fill(9)]);
  });

  it('loses what a reorganisation took, and nothing while the market is read anew', () => {
    expectWhole(withLive(newest, minutes(5_001, 5_298), true), 5_000, 5_298);
    expect(withLive(newest, [], true)).toBe(newest);
  });

  it('is read back page by page to the launch, without a gap or a candle twice', () => {
    let window = newest;
    for (let pages = 0; !window.isFirst; pages += 1) {
      const [first] = placesOf(window) as [number];
      window = withEarlier(window, minutes(Math.max(0, first - PAGE_CANDLES), first));
      expect(pages).toBeLessThan(12);
    }
    expectWhole(window, 0, 5_300);
    expect(withEarlier(newest, []).isFirst).toBe(true);
  });

  it('keeps a bounded number, those about the view', () => {
    const window = { candles: minutes(0, MOST_CANDLES + 700), isFirst: true, isNewest: true };
    const old = trimmed(window, 10, 4_000);
    expect([placesOf(old), old.isFirst, old.isNewest]).toEqual([[0, MOST_CANDLES - 1], true, false]);
    const young = trimmed(window, 4_000, 0);
    expect([placesOf(young), young.isFirst, young.isNewest]).toEqual([
      [700, MOST_CANDLES + 699],
      false,
      true,
    ]);
    expect(trimmed(newest, 0, 0)).toBe(newest);
  });

  it('in the past stays as it is while the market moves, until it has come back to it', () => {
    const past = { candles: minutes(4_000, 4_600), isFirst: false, isNewest: false };
    const live = minutes(5_000, 5_300);
    expect(withLive(past, live, false)).toBe(past);
    const nearer = withLater(past, minutes(4_599, 4_599 + PAGE_CANDLES), live);
    expectWhole(nearer, 4_000, 5_300);
    expect(nearer.isNewest).toBe(true);
    expect(withLater(past, minutes(4_599, 4_700), live).isNewest).toBe(false);
  });

  it('jumps to the launch: joined where one page reaches it, else in its place', () => {
    const far = atLaunch(newest, minutes(0, PAGE_CANDLES));
    expectWhole(far, 0, PAGE_CANDLES);
    expect([far.isFirst, far.isNewest]).toEqual([true, false]);
    const near = atLaunch(
      { candles: minutes(400, 700), isFirst: false, isNewest: true },
      minutes(0, PAGE_CANDLES),
    );
    expectWhole(near, 0, 700);
    expect([near.isFirst, near.isNewest]).toEqual([true, true]);
  });

  it('after a long pause is the newest where those are in view, else the past that is looked at', () => {
    const live = minutes(9_000, 9_300);
    expectWhole(withLive(newest, live, true), 9_000, 9_300);
    const past = withLive(newest, live, false);
    expectWhole(past, 5_000, 5_300);
    expect(past.isNewest).toBe(false);
  });
});
