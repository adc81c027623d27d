import { formatChange, formatUsd } from '@slipway/sdk';
import { toPath, toPoints, trendOf, type Trend } from './line-points.js';
import { element } from './markup.js';
import { toDrawable } from './fit-text.js';

/** Colours that can be told from a white and from a black page. */
const STROKES: Readonly<Record<Trend, string>> = { up: '#16a871', down: '#e5484d', flat: '#8b93a7' };

const [WIDTH, HEIGHT, MARGIN] = [120, 32, 2];

interface SparklineFigures {
  readonly symbol: string;
  readonly span: string;
  /** USD, oldest first. */
  readonly values: readonly (number | null)[];
  readonly priceUsd: number | null;
  /** What the interface says of the span; null where it says nothing. The line begins up to an interval later. */
  readonly change: number | null;
}

/** A line of prices without a ground of its own. It fills whatever box a page gives it; its stroke stays as it is. */
export function drawSparkline({ symbol, span, values, priceUsd, change }: SparklineFigures): string {
  const box = { left: MARGIN, top: MARGIN, width: WIDTH - 2 * MARGIN, height: HEIGHT - 2 * MARGIN };
  const points = toPoints(values, box);
  const name = toDrawable(symbol, null)?.slice(0, 32).join('') ?? 'Price';
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: WIDTH,
      height: HEIGHT,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
    },
    element(
      'title',
      {},
      `${name}, ${span}: ${change === null ? describePrice(priceUsd) : formatChange(change)}`,
    ),
    ...(points.length === 0
      ? []
      : [
          element('path', {
            d: toPath(points),
            fill: 'none',
            stroke: STROKES[change === null ? trendOf(values) : trendOf([0, change])],
            'stroke-width': 2,
            'stroke-linejoin': 'round',
            'stroke-linecap': 'round',
            'vector-effect': 'non-scaling-stroke',
          }),
        ]),
  ).text;
}

function describePrice(priceUsd: number | null): string {
  return priceUsd === null ? 'no price' : formatUsd(priceUsd);
}
