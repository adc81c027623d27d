import { For, type JSX } from 'solid-js';
import type { Part } from './supply-parts.js';

const [WIDTH, HEIGHT] = [100, 10];

/** Parts of a whole beside the words that say them: for eyes alone. */
export function ShareBar(props: { readonly parts: readonly Part[] }): JSX.Element {
  const rects = (): { readonly name: string; readonly x: number; readonly width: number }[] => {
    let x = 0;
    return props.parts.map(({ name, share }) => {
      const width = Math.min(share * WIDTH, WIDTH - x);
      x += width;
      return { name, x: x - width, width };
    });
  };
  return (
    <Bar>
      <For each={rects()}>
        {({ name, x, width }) => <rect class={`part-${name}`} x={x} width={width} height={HEIGHT} />}
      </For>
    </Bar>
  );
}

/** What was bought, and within it what is held now. @param most what fills the width */
export function BoughtBar(props: {
  readonly bought: number;
  readonly held: number;
  readonly most: number;
}): JSX.Element {
  const width = (share: number): number => (props.most === 0 ? 0 : (share / props.most) * WIDTH);
  return (
    <Bar>
      <rect class="part-bought" width={width(props.bought)} height={HEIGHT} />
      <rect class="part-held" y={HEIGHT / 4} width={width(props.held)} height={HEIGHT / 2} />
    </Bar>
  );
}

function Bar(props: { readonly children: JSX.Element }): JSX.Element {
  return (
    <svg class="share-bar" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {props.children}
    </svg>
  );
}
