import { sparklinePath } from '@slipway/sdk';
import { Show, type JSX } from 'solid-js';
import { trendOf } from '../text/figures.js';

const [WIDTH, HEIGHT] = [120, 30];

/** Room above and below for the line's own width. */
const MARGIN = 3;

/** A line of an app's closes, in the colour of the change that is written beside it where one is: a picture beside the figures, for eyes alone. What is not known is passed over. */
export function Sparkline(props: {
  readonly closes: readonly (number | null)[];
  readonly change: number | null;
}): JSX.Element {
  const known = (): number[] => props.closes.filter((close) => close !== null);
  const trend = (): string => trendOf(props.change ?? (known().at(-1) ?? 0) - (known()[0] ?? 0));
  const line = (): string => sparklinePath(known(), { width: WIDTH, height: HEIGHT });
  return (
    <Show when={known().length > 1} fallback={<span class="no-line" />}>
      <svg
        class={`sparkline ${trend()}`}
        viewBox={`0 ${-MARGIN} ${WIDTH} ${HEIGHT + 2 * MARGIN}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="area" d={`${line()}V${HEIGHT + MARGIN}H0Z`} />
        <path class="line" d={line()} />
      </svg>
    </Show>
  );
}
