import { createSignal, onCleanup, type JSX } from 'solid-js';

const SAID_MS = 2_000;

/** Copies an address, and says that it did. */
export function CopyButton(props: { readonly text: string }): JSX.Element {
  const [words, setWords] = createSignal('Copy address');
  let timer: number | undefined;
  const say = (text: string): void => {
    setWords(text);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => setWords('Copy address'), SAID_MS);
  };
  onCleanup(() => {
    window.clearTimeout(timer);
  });
  return (
    <button
      type="button"
      class="copy"
      aria-live="polite"
      onClick={() => {
        navigator.clipboard.writeText(props.text).then(
          () => {
            say('Copied');
          },
          () => {
            say('Not allowed here');
          },
        );
      }}
    >
      {words()}
    </button>
  );
}
