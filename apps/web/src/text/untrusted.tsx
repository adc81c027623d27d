import type { JSX } from 'solid-js';
import { initialsOf, plainText } from './plain-text.js';

/** A stranger's words, as text of an element that no mark of direction leaves. */
export function Untrusted(props: { readonly text: string; readonly most?: number }): JSX.Element {
  return <bdi>{plainText(props.text, props.most ?? 40)}</bdi>;
}

const TINTS = 8;

/** Letters where a picture would be: pictures of strangers would tell them who looks. */
export function Letters(props: {
  readonly name: string;
  readonly tokenAddress: string;
  readonly isLarge?: boolean;
}): JSX.Element {
  const tint = (): number => Number.parseInt(props.tokenAddress.slice(-2), 16) % TINTS;
  return (
    <span class={`letters tint-${tint()}`} classList={{ large: props.isLarge ?? false }} aria-hidden="true">
      {initialsOf(props.name)}
    </span>
  );
}
