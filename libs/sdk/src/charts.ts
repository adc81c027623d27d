import { fail } from './errors.js';
import { formatCompact, groupDigits, MINUS } from './figures.js';

export interface PathSize {
  readonly width: number;
  readonly height: number;
}

/**
 * A ratio of the API as a percentage: `0.05` as `5%`, `-0.12345` as `−12.35%`, `15` as `1,500%`, from 10^15 % on `1.23e15%`;
 * `–` for an unknown one.
 */
export function formatPercent(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined || !Number.isFinite(ratio)) return '–';
  const percent = Math.abs(ratio * 100);
  if (percent >= 1e15) return `${ratio < 0 ? MINUS : ''}${formatCompact(percent)}%`;
  const [whole = '', fraction = ''] = percent.toFixed(2).split('.');
  const decimals = fraction.replace(/0+$/, '');
  const size = `${groupDigits(whole)}${decimals === '' ? '' : `.${decimals}`}`;
  return `${ratio < 0 && size !== '0' ? MINUS : ''}${size}%`;
}

/** A time of the API as charts take it: whole seconds since 1970, UTC. `2026-11-21T00:00:00.000Z` is 1795219200. */
export function unixSeconds(time: string): number {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw fail('invalid_argument', 'a time is an ISO 8601 date-time');
  return Math.floor(milliseconds / 1_000);
}

/** Of the highest price: what moves less moved with the feed alone, not by trades. */
const LEAST_RANGE = 0.02;

/** The lower and upper end of a plot of prices: their own, or 2 % of the highest about their middle, whichever is more. */
export function priceRange(prices: readonly number[]): { readonly low: number; readonly high: number } {
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const missing = Math.max(0, high * LEAST_RANGE - (high - low)) / 2;
  return { low: low - missing, high: high + missing };
}

/**
 * The `d` of an SVG path that draws a sparkline from left to right, in the range of `priceRange`. An unknown value, or one that is no
 * finite number, is a gap; a lone or level one the middle. The empty text without a known value.
 */
export function sparklinePath(
  values: readonly (number | null)[],
  { width, height }: PathSize = { width: 100, height: 30 },
): string {
  const known = values.filter(isFigure);
  if (known.length === 0) return '';
  const { low, high } = priceRange(known);
  const step = width / Math.max(1, values.length - 1);
  const yOf = (value: number): number =>
    high === low ? height / 2 : height * (1 - (value - low) / (high - low));
  const parts = values.map((value, i) => {
    if (!isFigure(value)) return '';
    const isBegun = isFigure(values[i - 1]);
    // A stroke without length is a dot where its caps are round.
    const dot = !isBegun && !isFigure(values[i + 1]) ? 'h0' : '';
    return `${isBegun ? 'L' : 'M'}${round(i * step)} ${round(yOf(value))}${dot}`;
  });
  return parts.join('');
}

function isFigure(value: number | null | undefined): value is number {
  return Number.isFinite(value);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
