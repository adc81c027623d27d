import { Show, type JSX } from 'solid-js';
import { shortAddress } from '../text/figures.js';
import { explorer } from './explorer.js';

/** A transaction's hash or an address, short; a link where there is an explorer. */
export function ExplorerLink(props: {
  readonly kind: 'tx' | 'address';
  readonly value: string;
}): JSX.Element {
  const short = (): JSX.Element => <code title={props.value}>{shortAddress(props.value)}</code>;
  return (
    <Show when={explorer()} fallback={short()}>
      {(url) => (
        <a href={`${url()}/${props.kind}/${props.value}`} target="_blank" rel="noopener noreferrer">
          {short()} ↗
        </a>
      )}
    </Show>
  );
}
