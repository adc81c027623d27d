/** What a chart needs of a candle of `GET /candles/{tokenAddress}`. */
export interface ChartCandle {
  readonly openTime: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeUsd: number | null;
}

const WIDTH = 960;
const HEIGHT = 360;
const TOP = 48;
/** Prices above, volumes below. */
const PRICE_BOTTOM = 260;
const VOLUME_BOTTOM = 328;
const LEFT = 12;
const RIGHT = 860;
const LINES = 4;

const RISING = '#1a9f6d';
const FALLING = '#d1495b';
const STYLE = 'font: 12px system-ui, sans-serif; fill: #59636e';

/** A candle chart as SVG: readable on light and dark pages, without scripts or fonts of its own. */
export function drawCandles(title: string, candles: readonly ChartCandle[]): string {
  const highest = Math.max(...candles.map(({ high }) => high));
  const lowest = Math.min(...candles.map(({ low }) => low));
  const most = Math.max(...candles.map(({ volumeUsd }) => volumeUsd ?? 0), 1);
  const step = (RIGHT - LEFT) / candles.length;
  const x = (index: number): number => LEFT + (index + 0.5) * step;
  const y = (price: number): number =>
    TOP + ((highest - price) / (highest - lowest || 1)) * (PRICE_BOTTOM - TOP);
  const parts = candles.map((candle, index) => {
    const { open, high, low, close, volumeUsd } = candle;
    const colour = close >= open ? RISING : FALLING;
    const width = Math.max(1, step * 0.7);
    const top = y(Math.max(open, close));
    const body = Math.max(1, y(Math.min(open, close)) - top);
    const volume = ((volumeUsd ?? 0) / most) * (VOLUME_BOTTOM - PRICE_BOTTOM - 16);
    return (
      line(x(index), y(high), x(index), y(low), colour) +
      box(x(index) - width / 2, top, width, body, colour) +
      box(x(index) - width / 2, VOLUME_BOTTOM - volume, width, volume, colour, 0.45)
    );
  });
  const scale = Array.from({ length: LINES + 1 }, (_, i) => {
    const price = lowest + ((highest - lowest) * i) / LINES;
    return (
      line(LEFT, y(price), RIGHT, y(price), '#8b949e', 0.25) +
      text(RIGHT + 8, y(price) + 4, price.toPrecision(3))
    );
  });
  const midnights = candles.flatMap(({ openTime }, index) =>
    openTime.endsWith('T00:00:00.000Z') ? [{ index, day: openTime.slice(5, 10) }] : [],
  );
  const days = midnights
    .filter((_, count) => count % 3 === 1)
    .map(({ index, day }) => text(x(index), HEIGHT - 12, day, 'middle'));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(title)}">`,
    text(LEFT, 24, title),
    ...scale,
    ...parts,
    ...days,
    '</svg>\n',
  ].join('\n');
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string, opacity = 1): string {
  return `<path d="M${place(x1)} ${place(y1)}L${place(x2)} ${place(y2)}" stroke="${colour}" stroke-opacity="${opacity}"/>`;
}

function box(x: number, y: number, width: number, height: number, colour: string, opacity = 1): string {
  const [left, top, wide, high] = [place(x), place(y), place(width), place(height)];
  return `<rect x="${left}" y="${top}" width="${wide}" height="${high}" fill="${colour}" fill-opacity="${opacity}"/>`;
}

function text(x: number, y: number, content: string, anchor = 'start'): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" style="${STYLE}">${escape(content)}</text>`;
}

function place(value: number): string {
  return value.toFixed(1);
}

/** Names come from the chain, and may hold markup. */
function escape(content: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return content.replaceAll(/[&<>"]/g, (letter) => names[letter] ?? letter);
}
