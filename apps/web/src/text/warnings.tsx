import type { SigningWarning } from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';

/** What to look at twice, before the button that signs. */
export function Warnings(props: { readonly warnings: readonly SigningWarning[] }): JSX.Element {
  return (
    <Show when={props.warnings.length > 0}>
      <div class="warning" role="status">
        <ul>
          <For each={props.warnings}>{({ message }) => <li>{message}</li>}</For>
        </ul>
      </div>
    </Show>
  );
}
