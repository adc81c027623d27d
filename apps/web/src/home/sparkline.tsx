import { Show, type JSX } from 'solid-js';
import { drawSparkline, SPARKLINE_HEIGHT, SPARKLINE_WIDTH } from './draw-sparkline.js';
import { trendOf } from '../text/figures.js';

/** A line of an app's closes: a picture beside the figures, for eyes alone. */
export function Sparkline(props: { readonly closes: readonly (number | null)[] }): JSX.Element {
  const known = (): number[] => props.closes.filter((close) => close !== null);
  const trend = (): string => trendOf((known().at(-1) ?? 0) - (known()[0] ?? 0));
  return (
    <Show when={known().length > 1} fallback={<span class="no-line" />}>
      <svg
        class={`sparkline ${trend()}`}
        viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path class="area" d={`${drawSparkline(props.closes)}V${SPARKLINE_HEIGHT}H0Z`} />
        <path class="line" d={drawSparkline(props.closes)} />
      </svg>
    </Show>
  );
}
