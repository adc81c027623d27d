import { priceRange } from '@slipway/sdk';

export const [HISTORY_WIDTH, HISTORY_HEIGHT] = [800, 220];

/** Parts of an axis between its lowest and its highest mark, about. */
const PARTS = 3;

interface Point {
  readonly timestamp: string;
  readonly valueUsd: number | null;
}

/** Round values, lowest first, between which all points lie: the marks of the axis. */
export function axisMarks(points: readonly Point[]): number[] {
  const known = points.flatMap(({ valueUsd }) => valueUsd ?? []);
  if (known.length === 0) return [];
  const { low, high } = priceRange(known);
  const step = roundStep((high - low || 1) / PARTS);
  const [first, last] = [Math.floor(low / step), Math.max(Math.ceil(high / step), 1)];
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

/** The least of 1, 2, 5, 10, 20, .. and of their tenths that is not below. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
}

/** Values over time as an SVG path from edge to edge, the lowest mark at its bottom; an unknown value leaves a gap. */
export function drawHistory(points: readonly Point[], marks: readonly number[]): string {
  const [low, high] = [marks[0] ?? 0, marks.at(-1) ?? 0];
  const stepX = HISTORY_WIDTH / Math.max(points.length - 1, 1);
  let path = '';
  let isDrawn = false;
  for (const [i, { valueUsd }] of points.entries()) {
    if (valueUsd !== null) {
      const y = HISTORY_HEIGHT * (1 - (valueUsd - low) / (high - low));
      path += `${isDrawn ? 'L' : 'M'}${(i * stepX).toFixed(1)} ${y.toFixed(1)}`;
    }
    isDrawn = valueUsd !== null;
  }
  return path;
}

/** A level line at each mark. */
export function drawMarks(marks: readonly number[]): string {
  const stepY = HISTORY_HEIGHT / Math.max(marks.length - 1, 1);
  return marks.map((_, i) => `M0 ${(i * stepY).toFixed(1)}H${HISTORY_WIDTH}`).join('');
}
