/** Applies a function to a value that may be unknown; unknown stays unknown. */
export function mapKnown<T, U>(value: T | null, map: (known: T) => U): U | null {
  return value === null ? null : map(value);
}
