import { toSeries } from './candle-series.js';
import type { CandleRow, CandlePage } from './candles.types.js';

const USD = 10n ** 26n;

function candle(openTime: number, price: number | null, trades = 1): CandleRow {
  return [openTime, price, price, price, price, price === null ? null : String(USD), '5', trades];
}

function page(parts: Partial<CandlePage>): CandlePage {
  return { earliest: 0, latest: 180, previousClose: null, finalTime: null, candles: [], ...parts };
}

const closes = (candles: readonly { close: number }[]): number[] => candles.map(({ close }) => close);

describe('toSeries', () => {
  const options = { seconds: 60, fill: true, at: 200 };

  it('fills intervals without a trade with the close before them', () => {
    const candles = toSeries(page({ candles: [candle(0, 2), candle(120, 3)] }), options);
    expect(closes(candles)).toEqual([2, 2, 3, 3]);
    expect(candles[1]).toEqual({
      openTime: '1970-01-01T00:01:00.000Z',
      open: 2,
      high: 2,
      low: 2,
      close: 2,
      volumeUsd: 0,
      volumePlatform: '0',
      trades: 0,
      closed: true,
    });
  });

  it('begins with what came before the page', () => {
    expect(closes(toSeries(page({ previousClose: 7 }), options))).toEqual([7, 7, 7, 7]);
    expect(closes(toSeries(page({ previousClose: 7, candles: [candle(60, 1)] }), options))).toEqual([
      7, 1, 1, 1,
    ]);
  });

  it('leaves gaps when they are not filled', () => {
    const candles = toSeries(page({ previousClose: 7, candles: [candle(0, 2), candle(120, 3)] }), {
      ...options,
      fill: false,
    });
    expect(closes(candles)).toEqual([2, 3]);
  });

  it('keeps trades without a price, at the close before them', () => {
    const [, unpriced] = toSeries(page({ candles: [candle(0, 2), candle(60, null, 4)] }), options);
    expect(unpriced).toMatchObject({ open: 2, close: 2, trades: 4, volumeUsd: null, volumePlatform: '5' });
    expect(toSeries(page({ latest: 0, candles: [candle(0, null)] }), options)).toEqual([]);
  });

  it.each([
    [179, [true, true, false, false]],
    [180, [true, true, true, false]],
    [239, [true, true, true, false]],
    [240, [true, true, true, true]],
  ])('has closed, at %i s, the intervals that have ended', (at, closed) => {
    const candles = toSeries(page({ previousClose: 1 }), { ...options, at });
    expect(candles.map((candle) => candle.closed)).toEqual(closed);
  });

  it('is empty without any trade, or beyond the end', () => {
    expect(toSeries(page({ earliest: null, latest: null }), options)).toEqual([]);
    expect(toSeries(page({ earliest: 300, latest: 180 }), options)).toEqual([]);
  });
});
