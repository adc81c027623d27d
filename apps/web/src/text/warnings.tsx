import type { SigningWarning } from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';

/** What to look at twice, before the button that signs. */
export function Warnings(props: { readonly warnings: readonly SigningWarning[] }): JSX.Element {
  return (
    <Show when={props.warnings.length > 0}>
      <ul class="warning" role="status" aria-label="Look twice">
        <For each={props.warnings}>{({ message }) => <li>{message}</li>}</For>
      </ul>
    </Show>
  );
}
