import { isSlipwayError } from '@slipway/sdk';
import type { JSX } from 'solid-js';

/** What went wrong, in words for people. */
export function wordsOf(error: unknown): string {
  if (!isSlipwayError(error)) return error instanceof Error ? error.message : 'Something went wrong.';
  if (isSlipwayError(error, 'network_error') || isSlipwayError(error, 'timeout'))
    return 'The market cannot be reached.';
  if (isSlipwayError(error, 'rate_limited')) {
    const seconds = Math.ceil((error.retryAfterMs ?? 60_000) / 1_000);
    return `Too many requests. Try again in ${seconds} s.`;
  }
  if (isSlipwayError(error, 'quote_moved'))
    return 'The price moved. Look at the new numbers, then press again.';
  return error.message;
}

export function Failure(props: { readonly error: unknown; readonly retry?: () => void }): JSX.Element {
  return (
    <div class="failure" role="alert">
      <p>{wordsOf(props.error)}</p>
      {props.retry !== undefined && (
        <button type="button" onClick={() => props.retry?.()}>
          Try again
        </button>
      )}
    </div>
  );
}
