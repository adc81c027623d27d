import { ERRORS, type ErrorCode } from './error-registry.js';

/** What `error.details` may hold: JSON, never raw input, SQL or a stack. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

interface ApiErrorOptions {
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Response headers that belong to the error, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error that the interface promises. Everything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly code: ErrorCode,
    { message, details = {}, headers = {}, cause }: ApiErrorOptions = {},
  ) {
    super(message ?? ERRORS[code].message, cause === undefined ? {} : { cause });
    this.details = details;
    this.headers = code === 'unauthorized' || code === 'siwe_rejected' ? withChallenge(headers) : headers;
  }

  get httpStatus(): number {
    return ERRORS[this.code].status;
  }
}

/** RFC 9110 wants a challenge on every 401. */
function withChallenge(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { 'WWW-Authenticate': 'Bearer', ...headers };
}
