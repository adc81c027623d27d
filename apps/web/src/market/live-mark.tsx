import type { JSX } from 'solid-js';
import type { LiveState } from './create-follow.js';

const WORDS: Readonly<Record<LiveState, string>> = {
  connecting: 'Connecting',
  open: 'Live',
  waiting: 'Reconnecting',
  off: 'Not live',
};

/** Says whether the shown data moves with the market. */
export function LiveMark(props: { readonly state: LiveState }): JSX.Element {
  return (
    <span class="live-mark" classList={{ open: props.state === 'open' }} role="status">
      {WORDS[props.state]}
    </span>
  );
}
