import { showStrangersText } from '@slipway/domain';
import { ApiError } from './api-error.js';

/** One thing wrong with a request: where, and the expected value there. */
export interface RequestIssue {
  /** The parameter, or the path into the body: `limit`, `programIds[3]`, `body`. */
  readonly path: string;
  readonly message: string;
}

/** The message for each name that an operation does not know, in a query or a body. */
export const UNKNOWN_NAME = 'is not a parameter of this operation';

const MAX_ISSUES = 20;
const MAX_NAME_LENGTH = 64;

/** Why a cursor was refused: `cursor_expired` means that starting again from the first page helps. */
export type CursorRefusal = 'cursor_invalid' | 'cursor_expired';

/** 400 `invalid_request`: names the mistake, and never repeats a value that was sent. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';

  constructor(issues: readonly RequestIssue[], reason?: string) {
    super('invalid_request', {
      details: { ...(reason !== undefined && { reason }), issues: issues.slice(0, MAX_ISSUES).map(clip) },
    });
  }
}

/** 400 for a cursor; `details.reason` tells an expired one from a foreign or damaged one. */
export class CursorError extends InvalidRequestError {
  constructor(reason: CursorRefusal) {
    const message =
      reason === 'cursor_expired'
        ? 'has expired; start again from the first page'
        : 'is not a cursor of this list';
    super([{ path: 'cursor', message }], reason);
  }
}

/** Unknown names come from the request itself. */
function clip({ path, message }: RequestIssue): RequestIssue {
  return { path: showStrangersText(path, MAX_NAME_LENGTH), message };
}
