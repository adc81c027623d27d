import type { PreflightIssue } from '@slipway/sdk';
import { For, type JSX } from 'solid-js';
import { Untrusted } from '../text/untrusted.jsx';

/** Longer than anything that may be launched: the API says which text is too long. */
const LONGEST = 2_000;

/** A field of a launch, with what preflight says of it. */
export function LaunchField(props: {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly errors: readonly PreflightIssue[];
  readonly warnings: readonly PreflightIssue[];
  readonly onInput: (text: string) => void;
}): JSX.Element {
  const attributes = (): Record<string, string | number | boolean> => ({
    ...{ id: `launch-${props.name}`, placeholder: props.hint, maxLength: LONGEST, autocomplete: 'off' },
    'aria-describedby': `launch-${props.name}-issues`,
    'aria-invalid': props.errors.length > 0,
  });
  return (
    <div class="field">
      <label for={`launch-${props.name}`}>{props.label}</label>
      {props.name === 'description' ? (
        <textarea
          {...attributes()}
          rows="4"
          value={props.value}
          onInput={({ target }) => {
            props.onInput(target.value);
          }}
        />
      ) : (
        <input
          {...attributes()}
          value={props.value}
          onInput={({ target }) => {
            props.onInput(target.value);
          }}
        />
      )}
      <div id={`launch-${props.name}-issues`} aria-live="polite">
        <Issues issues={props.errors} kind="issue" />
        <Issues issues={props.warnings} kind="hint" />
      </div>
    </div>
  );
}

export function Issues(props: {
  readonly issues: readonly PreflightIssue[];
  readonly kind: 'issue' | 'hint';
}): JSX.Element {
  return (
    <For each={props.issues}>
      {(issue) => (
        <p class={props.kind}>
          <Untrusted text={issue.message} most={300} />
        </p>
      )}
    </For>
  );
}
