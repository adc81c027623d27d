export const [SPARKLINE_WIDTH, SPARKLINE_HEIGHT] = [120, 36];

/** Room for the line's own width. */
const MARGIN = 3;

/** Closes as an SVG path over the whole width; a close that is not known is passed over. */
export function drawSparkline(closes: readonly (number | null)[]): string {
  const known = closes.filter((close) => close !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const stepX = SPARKLINE_WIDTH / Math.max(known.length - 1, 1);
  const scaleY = high > low ? (SPARKLINE_HEIGHT - 2 * MARGIN) / (high - low) : 0;
  const middle = SPARKLINE_HEIGHT / 2;
  const points = known.map((close, i) => {
    const y = scaleY === 0 ? middle : SPARKLINE_HEIGHT - MARGIN - (close - low) * scaleY;
    return `${(i * stepX).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
