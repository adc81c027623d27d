import { priceRange } from '@slipway/sdk';

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The known values of a sparkline in a box, in the range of `priceRange`. Values that are all the same are in the middle. */
export function toPoints(values: readonly (number | null)[], { left, top, width, height }: Box): Point[] {
  const known = values.flatMap((value, place) => (value === null ? [] : [{ place, value }]));
  const { low, high } = priceRange(known.map(({ value }) => value));
  const step = values.length < 2 ? 0 : width / (values.length - 1);
  const points = known.map(({ place, value }) => ({
    x: left + place * step,
    y: top + (high > low ? (high - value) / (high - low) : 0.5) * height,
  }));
  const [only] = points;
  // One price is a level line.
  return points.length === 1 && only !== undefined
    ? [
        { x: left, y: only.y },
        { x: left + width, y: only.y },
      ]
    : points;
}

/** The `d` of a path through points. */
export function toPath(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

export type Trend = 'up' | 'down' | 'flat';

/** Where a line ends, as against where it begins. */
export function trendOf(values: readonly (number | null)[]): Trend {
  const known = values.filter((value) => value !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return 'flat';
  return last > first ? 'up' : 'down';
}
