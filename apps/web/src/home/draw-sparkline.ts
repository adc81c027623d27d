export const [SPARKLINE_WIDTH, SPARKLINE_HEIGHT] = [120, 36];

/** Room for the line's own width. */
const MARGIN = 3;

/** A line of its full height is of such a range or more, a part of its highest close: less is the feed's own movement, not trades. */
const LEAST_RANGE = 0.02;

/** Closes as an SVG path over the whole width; a close that is not known is passed over. */
export function drawSparkline(closes: readonly (number | null)[]): string {
  const known = closes.filter((close) => close !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const stepX = SPARKLINE_WIDTH / Math.max(known.length - 1, 1);
  const range = Math.max(high - low, high * LEAST_RANGE);
  const scaleY = range > 0 ? (SPARKLINE_HEIGHT - 2 * MARGIN) / range : 0;
  const middle = (low + high) / 2;
  const points = known.map((close, i) => {
    const y = SPARKLINE_HEIGHT / 2 - (close - middle) * scaleY;
    return `${(i * stepX).toFixed(1)} ${y.toFixed(1)}`;
  });
  return points.length === 0 ? '' : `M${points.join('L')}`;
}
