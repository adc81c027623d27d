import type { LaunchReport } from '@slipway/sdk';
import { For, type JSX } from 'solid-js';
import { shareText } from './launch-words.js';
import { ShareBar } from './share-bar.jsx';
import { supplyParts } from './supply-parts.js';

/** Where the supply is now: a bar for eyes, and the same in words. */
export function SupplyBar(props: { readonly report: LaunchReport }): JSX.Element {
  const parts = (): ReturnType<typeof supplyParts> => supplyParts(props.report);
  return (
    <>
      <ShareBar parts={parts()} />
      <ul class="part-words" aria-label="Where the supply is now">
        <For each={parts()}>
          {({ name, words, share }) => (
            <li class={`part-${name}`}>
              {words} {shareText(share)}
            </li>
          )}
        </For>
      </ul>
    </>
  );
}
