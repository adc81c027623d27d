import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js';

export interface Read<T> {
  /** The last read data, also while it is read anew; null before the first. */
  readonly data: Accessor<T | null>;
  readonly error: Accessor<unknown>;
  readonly isReading: Accessor<boolean>;
  readonly again: () => void;
  readonly set: (data: T) => void;
}

/**
 * Reads whenever the question changes. A read that is no longer wanted is aborted.
 *
 * @param question the request's parameters; null asks for nothing
 */
export function createRead<Q, T>(
  question: Accessor<Q | null>,
  read: (question: Q, signal: AbortSignal) => Promise<T>,
): Read<T> {
  const [data, setData] = createSignal<T | null>(null);
  const [error, setError] = createSignal<unknown>(null);
  const [isReading, setIsReading] = createSignal(false);
  const [turn, setTurn] = createSignal(0);
  createEffect(
    on([question, turn], ([asked]) => {
      if (asked === null) {
        setData(null);
        return;
      }
      const end = new AbortController();
      onCleanup(() => {
        end.abort();
      });
      setIsReading(true);
      read(asked, end.signal)
        .then(
          (found) => {
            if (end.signal.aborted) return;
            setError(null);
            setData(() => found);
          },
          (reason: unknown) => {
            if (!end.signal.aborted) setError(reason);
          },
        )
        .finally(() => {
          if (!end.signal.aborted) setIsReading(false);
        });
    }),
  );
  return {
    data,
    error,
    isReading,
    again: () => setTurn((count) => count + 1),
    set: (found) => setData(() => found),
  };
}
