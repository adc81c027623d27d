export const [HISTORY_WIDTH, HISTORY_HEIGHT] = [800, 220];

const MARGIN = 8;

interface Point {
  readonly timestamp: string;
  readonly valueUsd: number | null;
}

/** Values over time as an SVG path from edge to edge; an unknown value leaves a gap. Zero is at the bottom. */
export function drawHistory(points: readonly Point[]): string {
  const high = Math.max(0, ...points.map(({ valueUsd }) => valueUsd ?? 0));
  const scaleY = high > 0 ? (HISTORY_HEIGHT - 2 * MARGIN) / high : 0;
  const stepX = HISTORY_WIDTH / Math.max(points.length - 1, 1);
  let path = '';
  let isDrawn = false;
  for (const [i, { valueUsd }] of points.entries()) {
    if (valueUsd !== null) {
      const y = HISTORY_HEIGHT - MARGIN - valueUsd * scaleY;
      path += `${isDrawn ? 'L' : 'M'}${(i * stepX).toFixed(1)} ${y.toFixed(1)}`;
    }
    isDrawn = valueUsd !== null;
  }
  return path;
}
