import { toDecimalPrice } from '@slipway/domain';
import type { CandlePage, FeedCandle, KeptCandle } from './candles.repository.js';
import { toSeries } from './candle-series.js';

const DOLLAR = 100_000_000n;

const price = (units: bigint): KeptCandle['close'] => toDecimalPrice({ numerator: units, denominator: 1n });

function candle(time: number, close: bigint, more: Partial<KeptCandle> = {}): KeptCandle {
  const usd = { highUsd: null, lowUsd: null, volumeUsd: null };
  return {
    ...{ time, high: price(close), low: price(close), ...usd, close: price(close) },
    ...{ volumePlatform: 5n, trades: 1, ...more },
  };
}

function said(time: number, ...dollars: readonly [number, number, number, number]): FeedCandle {
  const [open, high, low, close] = dollars.map((dollar) => BigInt(dollar) * DOLLAR);
  return { time, open: open!, high: high!, low: low!, close: close! };
}

function page(parts: Partial<CandlePage>): CandlePage {
  return {
    ...{ opens: [0, 60, 120, 180], candles: [], feed: [], tail: null, finalTime: null },
    launch: { price: price(1n), oraclePrice: DOLLAR },
    ...parts,
  };
}

describe('toSeries', () => {
  const platform = { seconds: 60, currency: 'platform', at: 200 } as const;
  const usd = { ...platform, currency: 'usd' } as const;
  const shape = (candles: ReturnType<typeof toSeries>): number[][] =>
    candles.map(({ open, high, low, close }) => [open, high, low, close]);

  it('opens at the launch price, and each candle where the one before it closed', () => {
    const candles = toSeries(
      page({ candles: [candle(0, 2n), candle(120, 3n, { low: price(1n) })] }),
      platform,
    );
    expect(shape(candles)).toEqual([
      [1, 2, 1, 2],
      [2, 2, 2, 2],
      [2, 3, 1, 3],
      [3, 3, 3, 3],
    ]);
    expect(candles[1]).toEqual({
      openTime: '1970-01-01T00:01:00.000Z',
      ...{ open: 2, high: 2, low: 2, close: 2 },
      ...{ volumeUsd: 0, volumePlatform: '0', trades: 0, closed: true },
    });
  });

  it('begins with what came before the page', () => {
    const before = [candle(-60, 7n), candle(60, 1n)];
    expect(shape(toSeries(page({ candles: before }), platform)).map(([open]) => open)).toEqual([7, 7, 1, 1]);
  });

  it('moves with the feed in USD, between events too', () => {
    const feed = [said(-60, 2, 2, 2, 2), said(60, 2, 9, 1, 4)];
    const candles = toSeries(page({ candles: [candle(-60, 5n), candle(120, 6n)], feed }), usd);
    expect(shape(candles)).toEqual([
      [10, 10, 10, 10],
      [10, 45, 5, 20],
      [20, 24, 20, 24],
      [24, 24, 24, 24],
    ]);
    expect(candles.map(({ volumeUsd }) => volumeUsd)).toEqual([0, 0, 20e-18, 0]);
  });

  it('takes USD that is kept, and what the feed said after the last event', () => {
    const kept = candle(0, 5n, { highUsd: 30, lowUsd: 2, volumeUsd: 10n ** 26n });
    const feed = [said(0, 1, 8, 1, 3)];
    const tail = { time: 0, high: 8n * DOLLAR, low: 3n * DOLLAR };
    const [first, second] = toSeries(page({ candles: [kept], feed, tail }), usd);
    expect(first).toMatchObject({ open: 1, high: 40, low: 1, close: 15, volumeUsd: 1 });
    expect(second).toMatchObject({ open: 15, high: 15, low: 15, close: 15 });
  });

  it("begins in USD at the feed's first price, and knows no volume from before", () => {
    const launch = { price: price(1n), oraclePrice: null };
    const candles = toSeries(page({ candles: [candle(0, 5n)], feed: [said(60, 3, 3, 3, 3)], launch }), usd);
    expect(candles.map(({ openTime, open }) => [openTime.slice(14, 19), open])).toEqual([
      ['01:00', 15],
      ['02:00', 15],
      ['03:00', 15],
    ]);
    const [unpriced] = toSeries(page({ candles: [candle(0, 5n)], launch }), platform);
    expect(unpriced).toMatchObject({ volumeUsd: null, volumePlatform: '5', trades: 1 });
  });

  it('sums kept candles in longer ones, with the feed between them', () => {
    const candles = [candle(0, 5n), candle(120, 4n, { high: price(6n), low: price(4n) })];
    const feed = [said(-60, 1, 1, 1, 1), said(60, 1, 7, 1, 2)];
    const [one] = toSeries(page({ opens: [0], candles, feed }), { ...usd, seconds: 300 });
    expect(one).toMatchObject({ open: 1, high: 35, low: 1, close: 8, trades: 2, volumePlatform: '10' });
    expect(one?.volumeUsd).toBe(15e-18);
  });

  it.each([
    [179, [true, true, false, false]],
    [180, [true, true, true, false]],
    [239, [true, true, true, false]],
    [240, [true, true, true, true]],
  ])('has closed, at %i s, the intervals that have ended', (at, closed) => {
    const candles = toSeries(page({ candles: [candle(-60, 1n)] }), { ...platform, at });
    expect(candles.map((candle) => candle.closed)).toEqual(closed);
  });
});
