import { createEffect, createSignal, type JSX } from 'solid-js';
import { toMoment } from './moment.js';

/** Asks for a moment, in the reader's own time. */
export function AsOfForm(props: {
  /** The moment that is shown; null: now. */
  readonly at: string | null;
  readonly onAt: (at: string | null) => void;
}): JSX.Element {
  const [typed, setTyped] = createSignal('');
  createEffect(() => {
    if (props.at === null) setTyped('');
  });
  return (
    <form
      class="as-of"
      onSubmit={(event) => {
        event.preventDefault();
        props.onAt(toMoment(typed()));
      }}
    >
      <label for="as-of">As of</label>
      <input
        id="as-of"
        type="datetime-local"
        step="1"
        required
        title="In your local time"
        value={typed()}
        onInput={({ target }) => setTyped(target.value)}
      />
      <button type="submit">Show</button>
      <button
        type="button"
        aria-pressed={props.at === null}
        onClick={() => {
          props.onAt(null);
        }}
      >
        Now
      </button>
    </form>
  );
}
