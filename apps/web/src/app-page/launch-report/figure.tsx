import { createSignal, Show, type JSX } from 'solid-js';
import { CopyButton } from '../../text/copy-button.jsx';
import { namedIn } from './launch-words.js';

export interface About {
  readonly words: string;
  /** What it means; none where the API says nothing of it. */
  readonly definition: string | undefined;
  /** Of the report. */
  readonly part: unknown;
}

/** A figure in words; opened, what it means and what shows it. */
export function Figure(props: {
  readonly title: string;
  readonly about: About;
  readonly bar?: JSX.Element;
  readonly children?: JSX.Element;
}): JSX.Element {
  const [isOpen, setOpen] = createSignal(false);
  const named = (): string[] => namedIn(props.about.part);
  return (
    <details class="launch-figure" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{props.title}</strong>
        <span>{props.about.words}</span>
        {props.bar}
      </summary>
      <Show when={isOpen()}>
        <div class="evidence">
          <p class="quiet">{props.about.definition}</p>
          {props.children}
          <Show when={named().length > 0}>
            <CopyButton text={named().join('\n')} words="Copy these addresses and hashes" />
          </Show>
        </div>
      </Show>
    </details>
  );
}
