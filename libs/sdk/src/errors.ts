import type { ApiErrorCode } from './generated/models.js';

/** Codes of what goes wrong before or after the API. */
export type LocalErrorCode =
  /** An argument that no request can be made of. */
  | 'invalid_argument'
  /** No response came: no connection, or it broke. */
  | 'network_error'
  /** No response came in time. */
  | 'timeout'
  /** A response that is not what the API sends: no JSON, too large, of another server. */
  | 'invalid_response'
  /** The wallet is on another chain than the payload. */
  | 'wrong_chain'
  /** The wallet's owner said no. */
  | 'wallet_rejected'
  /** The wallet cannot send the calls together; `details.code` is its own. They can be sent one by one. */
  | 'wallet_refused'
  /** The payload has no calls, or its simulation fails. */
  | 'not_sendable'
  /** A transaction was mined and reverted. */
  | 'reverted';

export type SlipwayErrorCode = ApiErrorCode | LocalErrorCode;

/** What `details` has for a code; other codes may have keys that are not listed. */
interface KnownDetails {
  invalid_request: {
    readonly issues?: readonly { readonly path: string; readonly message: string }[];
    readonly reason?: string;
  };
  not_found: { readonly reason?: string; readonly programIds?: readonly string[] };
  forbidden: { readonly reason?: string };
  service_unavailable: { readonly feature?: string };
  block_not_final: { readonly latestBlock?: number };
  wrong_chain: { readonly expected: number; readonly actual: number };
  quote_moved: { readonly amountOut: string; readonly minOut: string };
  claim_unsafe: { readonly programIds: readonly string[] };
  wallet_refused: { readonly code: number };
  reverted: { readonly hash: string; readonly hashes: readonly string[] };
}

export type ErrorDetails<Code extends SlipwayErrorCode> = Code extends keyof KnownDetails
  ? KnownDetails[Code]
  : Readonly<Record<string, unknown>>;

interface ErrorContext {
  readonly status?: number;
  readonly details?: object;
  readonly requestId?: string | null;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/** Whatever goes wrong, but for aborts: those reject with the reason of their signal. */
export class SlipwayError<Code extends SlipwayErrorCode = SlipwayErrorCode> extends Error {
  override readonly name = 'SlipwayError';
  /** The HTTP status; 0 where there was no response. */
  readonly status: number;
  readonly details: ErrorDetails<Code>;
  /** Names the request in the API's logs. */
  readonly requestId: string | null;
  /** How long the API asked to wait. */
  readonly retryAfterMs: number | null;

  constructor(
    readonly code: Code,
    message: string,
    context: ErrorContext = {},
  ) {
    super(message, 'cause' in context ? { cause: context.cause } : undefined);
    this.status = context.status ?? 0;
    this.details = (context.details ?? {}) as ErrorDetails<Code>;
    this.requestId = context.requestId ?? null;
    this.retryAfterMs = context.retryAfterMs ?? null;
  }
}

/** The class for every code, so that comparing `code` narrows `details`. */
export type AnySlipwayError = { [Code in SlipwayErrorCode]: SlipwayError<Code> }[SlipwayErrorCode];

/** Whether a caught value is an error of the SDK, of one code or of any. */
export function isSlipwayError(error: unknown): error is AnySlipwayError;
export function isSlipwayError<Code extends SlipwayErrorCode>(
  error: unknown,
  code: Code,
): error is SlipwayError<Code>;
export function isSlipwayError(error: unknown, code?: SlipwayErrorCode): boolean {
  return error instanceof SlipwayError && (code === undefined || error.code === code);
}

export function fail<Code extends SlipwayErrorCode>(
  code: Code,
  message: string,
  context?: ErrorContext,
): SlipwayError<Code> {
  return new SlipwayError(code, message, context);
}
