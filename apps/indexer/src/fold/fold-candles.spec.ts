import { ZERO_ADDRESS } from '@slipway/domain';
import { CANDLE_SECONDS, foldCandles, openTimeOf, type CandleTrade } from './fold-candles.js';

function trade(time: string, price: number | null, more: Partial<CandleTrade> = {}): CandleTrade {
  return {
    token: ZERO_ADDRESS,
    time: new Date(time),
    pricePlatform: price,
    priceUsd: price === null ? null : price * 2,
    platformAmount: 10n,
    usdAmount: 20n,
    ...more,
  };
}

describe('openTimeOf', () => {
  it('aligns intervals to the Unix epoch, so that days start at 00:00 UTC', () => {
    const time = new Date('2026-11-21T13:47:31.000Z');
    expect(CANDLE_SECONDS.map((seconds) => openTimeOf(time, seconds).toISOString())).toEqual([
      '2026-11-21T13:47:00.000Z',
      '2026-11-21T13:45:00.000Z',
      '2026-11-21T13:45:00.000Z',
      '2026-11-21T13:00:00.000Z',
      '2026-11-21T12:00:00.000Z',
      '2026-11-21T00:00:00.000Z',
    ]);
  });

  it('puts a trade on the edge into the interval that it opens', () => {
    const edge = new Date('2026-11-21T13:00:00.000Z');
    expect(openTimeOf(edge, 3_600)).toEqual(edge);
  });
});

describe('foldCandles', () => {
  it('takes open and close from the order of trades, high and low from their prices', () => {
    const { first: candles, later } = foldCandles([
      trade('2026-11-21T10:00:01Z', 5),
      trade('2026-11-21T10:00:02Z', 9),
      trade('2026-11-21T10:00:03Z', 2),
      trade('2026-11-21T10:00:04Z', 4),
    ]);
    expect(candles).toHaveLength(CANDLE_SECONDS.length);
    expect(later).toEqual([]);
    expect(candles[0]).toMatchObject({
      seconds: 60,
      platform: { open: 5, high: 9, low: 2, close: 4 },
      usd: { open: 10, high: 18, low: 4, close: 8 },
      volumePlatform: 40n,
      volumeUsd: 80n,
      trades: 4,
    });
  });

  it('counts trades without a price, and keeps unknown USD unknown', () => {
    const unpriced = { priceUsd: null, usdAmount: null };
    const [minute] = foldCandles([
      trade('2026-11-21T10:00:01Z', null, unpriced),
      trade('2026-11-21T10:00:02Z', 3, unpriced),
    ]).first;
    expect(minute).toMatchObject({
      platform: { open: 3, high: 3, low: 3, close: 3 },
      usd: { open: null, high: null, low: null, close: null },
      volumeUsd: null,
      trades: 2,
    });
  });

  it('has no volume in USD when a part of it is not known', () => {
    const trades = [trade('2026-11-21T10:00:01Z', 3), trade('2026-11-21T10:00:02Z', 3, { usdAmount: null })];
    for (const order of [trades, trades.toReversed()])
      expect(foldCandles(order).first[0]).toMatchObject({ volumeUsd: null, trades: 2 });
  });

  it('keeps the candles that an earlier trade may have opened apart from those that none has', () => {
    const { first, later } = foldCandles([
      trade('2026-11-21T10:00:59Z', 1),
      trade('2026-11-21T10:01:00Z', 2),
      trade('2026-11-21T10:06:00Z', 3),
      trade('2026-11-21T10:06:00Z', 4),
    ]);
    expect(first.map(({ seconds, trades }) => [seconds, trades])).toEqual([
      [60, 1],
      [300, 2],
      [900, 4],
      [3_600, 4],
      [14_400, 4],
      [86_400, 4],
    ]);
    expect(later.map(({ seconds, openTime, trades }) => [seconds, openTime.toISOString(), trades])).toEqual([
      [60, '2026-11-21T10:01:00.000Z', 1],
      [60, '2026-11-21T10:06:00.000Z', 2],
      [300, '2026-11-21T10:05:00.000Z', 2],
    ]);
  });
});
