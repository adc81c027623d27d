import type { CandleDto } from './candles.dto.js';
import { isFinalPage } from './candle-series.js';

const at = (seconds: number): CandleDto => ({
  openTime: new Date(seconds * 1_000).toISOString(),
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volumeUsd: 0,
  volumePlatform: '0',
  trades: 0,
  closed: true,
});

const asked = { seconds: 60, first: null, last: null, limit: 2, finalTime: 600 };

describe('isFinalPage', () => {
  it('is so when the last candle asked for ended by the final time', () => {
    expect(isFinalPage([at(480), at(540)], { ...asked, last: 540 })).toBe(true);
    expect(isFinalPage([at(540), at(600)], { ...asked, last: 600 })).toBe(false);
    // Nothing was traded by then, and nothing ever will have been.
    expect(isFinalPage([], { ...asked, last: 540 })).toBe(true);
  });

  it('is so when a page from a first candle on is full by the final time', () => {
    expect(isFinalPage([at(0), at(60)], { ...asked, first: 0 })).toBe(true);
    expect(isFinalPage([at(0), at(60)], { ...asked, first: 0, last: 6_000 })).toBe(true);
    expect(isFinalPage([at(0)], { ...asked, first: 0 })).toBe(false);
    expect(isFinalPage([at(540), at(600)], { ...asked, first: 540 })).toBe(false);
  });

  it('is never so of the newest candles, nor without a final block', () => {
    expect(isFinalPage([at(0), at(60)], asked)).toBe(false);
    expect(isFinalPage([], asked)).toBe(false);
    expect(isFinalPage([at(480), at(540)], { ...asked, last: 540, finalTime: null })).toBe(false);
  });
});
