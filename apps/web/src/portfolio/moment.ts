import { isSlipwayError } from '@slipway/sdk';

/**
 * A moment that was typed as local time, such as `2026-11-21T09:30` of an `<input type="datetime-local">`, as the API takes it; null when it is
 * none.
 */
export function toMoment(local: string): string | null {
  const milliseconds = Date.parse(local);
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString();
}

/** `2026-11-21 08:30:00 UTC` */
export function utcText(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`;
}

const NEWEST = /must not be after (?<newest>\S+),/;

/** Why there are no positions of a moment, in words for people; null where that is not about the moment. */
export function momentFailure(error: unknown): string | null {
  if (isSlipwayError(error, 'invalid_request')) {
    const issue = error.details.issues?.find(({ path }) => path === 'at');
    const newest = NEWEST.exec(issue?.message ?? '')?.groups?.['newest'];
    if (newest !== undefined)
      return `That moment is still to come: the newest block is of ${utcText(newest)}.`;
  }
  if (isSlipwayError(error, 'upstream_unavailable'))
    return 'Nobody can say now when the block of that moment was. Try again later.';
  return null;
}
