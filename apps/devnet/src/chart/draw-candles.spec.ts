import { drawCandles } from './draw-candles.js';

const candle = { openTime: '2026-11-21T00:00:00.000Z', open: 1, high: 4, low: 0.5, close: 2, volumeUsd: 10 };

describe('drawCandles', () => {
  it('draws a wick, a body and a volume for each candle', () => {
    const svg = drawCandles('An app', [candle, { ...candle, open: 3, openTime: '2026-11-22T00:00:00.000Z' }]);
    expect(svg.match(/<rect/g)).toHaveLength(4);
    expect(svg).toContain('11-22');
  });

  it('takes a title from the chain for text, whatever it says', () => {
    expect(drawCandles('<script>"&', [candle])).not.toContain('<script>');
  });

  it('bears a price that stands still, and no volume', () => {
    const flat = { ...candle, open: 1, high: 1, low: 1, close: 1, volumeUsd: null };
    expect(drawCandles('Flat', [flat])).not.toContain('NaN');
  });
});
