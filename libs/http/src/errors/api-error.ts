import type { AsOfBlock } from '@slipway/domain';
import { ERRORS, type ErrorCode } from './error-registry.js';

/** What `error.details` may hold: JSON, never raw input, SQL or a stack. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

interface ApiErrorOptions {
  readonly message?: string;
  readonly details?: ErrorDetails;
  /** Response headers that belong to the error, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The block at which it is so, where the chain decided. */
  readonly asOf?: AsOfBlock;
  readonly cause?: unknown;
  /** Default: the code's own. Only for statuses that no code of ours stands for. */
  readonly status?: number;
}

/** An error that the interface promises. Everything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly details: ErrorDetails;
  readonly headers: Readonly<Record<string, string>>;
  readonly httpStatus: number;

  constructor(
    readonly code: ErrorCode,
    { message, details = {}, headers = {}, asOf, cause, status }: ApiErrorOptions = {},
  ) {
    super(message ?? ERRORS[code].message, cause === undefined ? {} : { cause });
    this.details = details;
    this.httpStatus = status ?? ERRORS[code].status;
    this.headers = {
      // RFC 9110 wants a challenge on every 401.
      ...(ERRORS[code].status === 401 && { 'WWW-Authenticate': 'Bearer' }),
      ...(asOf !== undefined && {
        'X-As-Of-Block': asOf.block.toString(),
        'X-As-Of-Time': asOf.time.toISOString(),
      }),
      ...headers,
    };
  }
}
