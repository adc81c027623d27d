import { createSignal, onCleanup, type JSX } from 'solid-js';

const SAID_MS = 2_000;

/** Copies an address or another text, and says that it did. */
export function CopyButton(props: { readonly text: string; readonly words?: string }): JSX.Element {
  const [said, setSaid] = createSignal<string | null>(null);
  let timer: number | undefined;
  const say = (text: string): void => {
    setSaid(text);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => setSaid(null), SAID_MS);
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
      {said() ?? props.words ?? 'Copy address'}
    </button>
  );
}
