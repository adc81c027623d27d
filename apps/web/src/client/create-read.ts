import { createEffect, createMemo, createSignal, on, onCleanup, type Accessor } from 'solid-js';

export interface Read<T> {
  /** What was read last for the question as it is now, also while it is read anew; null before the first. */
  readonly data: Accessor<T | null>;
  /** What was read last, for whichever question. Only for what says itself what it is of. */
  readonly last: Accessor<T | null>;
  readonly error: Accessor<unknown>;
  readonly isReading: Accessor<boolean>;
  readonly again: () => void;
  readonly set: (data: T) => void;
}

interface Found<Q, T> {
  readonly question: Q | null;
  readonly data: T;
}

/**
 * Reads whenever the question changes. A read that is no longer wanted is aborted, and data of one question is never
 * shown for another.
 *
 * @param question the request's parameters, compared field by field; null asks for nothing
 * @param changes what the data follows, such as a count of trades: at each change the same question is asked again
 */
export function createRead<Q, T>(
  question: Accessor<Q | null>,
  read: (question: Q, signal: AbortSignal) => Promise<T>,
  changes: Accessor<unknown> = () => null,
): Read<T> {
  const asked = createMemo(question, undefined, { equals: isSame });
  const change = createMemo(changes);
  const [found, setFound] = createSignal<Found<Q, T> | null>(null);
  const [error, setError] = createSignal<Found<Q, unknown> | null>(null);
  const [isReading, setIsReading] = createSignal(false);
  const [turn, setTurn] = createSignal(0);
  createEffect(
    on([asked, change, turn], ([question]) => {
      if (question === null) {
        setFound(null);
        return;
      }
      const end = new AbortController();
      onCleanup(() => {
        end.abort();
      });
      setIsReading(true);
      read(question, end.signal)
        .then(
          (data) => {
            if (end.signal.aborted) return;
            setError(null);
            setFound({ question, data });
          },
          (reason: unknown) => {
            if (!end.signal.aborted) setError({ question, data: reason });
          },
        )
        .finally(() => {
          if (!end.signal.aborted) setIsReading(false);
        });
    }),
  );
  const ofNow = <D>(said: Found<Q, D> | null): D | null => (said?.question === asked() ? said.data : null);
  return {
    data: () => ofNow(found()),
    last: () => found()?.data ?? null,
    error: () => ofNow(error()),
    isReading,
    again: () => setTurn((count) => count + 1),
    set: (data) => setFound({ question: asked(), data }),
  };
}

function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [before, now] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return before.size === now.size && [...now].every(([key, value]) => Object.is(before.get(key), value));
}
