/** What the interface promises about one error code (docs/http-contract.md section 4). */
interface ErrorDefinition {
  readonly status: number;
  /** What it means to a client; shown in the OpenAPI description and used when the thrower says nothing better. */
  readonly message: string;
}

/**
 * Every error code of the interface. The envelope, the OpenAPI description and its table of codes are made from this list. A test
 * compares them.
 */
export const ERRORS = {
  invalid_request: { status: 400, message: 'The request is not valid; details.issues says where.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON in UTF-8.' },
  siwe_malformed: { status: 400, message: 'The sign-in message is not an EIP-4361 message.' },
  unauthorized: { status: 401, message: 'A valid bearer token is required.' },
  siwe_rejected: { status: 401, message: 'The sign-in message or its signature was refused.' },
  forbidden: { status: 403, message: 'The token belongs to another wallet.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This path does not take this method; see Allow.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  nothing_to_claim: { status: 409, message: 'Nothing can be claimed in what was asked for.' },
  stale_root: {
    status: 409,
    message: 'The root on chain is not a tree this service knows; ask again later.',
  },
  claim_unsafe: {
    status: 409,
    message: 'A claim that was named does not pay what it should; details.programIds says which.',
  },
  quote_moved: {
    status: 409,
    message: "Today's quote is below minOut; details has amountOut and minOut.",
  },
  conflict: { status: 409, message: 'The request conflicts with the present state.' },
  gone: { status: 410, message: 'This is no longer here.' },
  payload_too_large: { status: 413, message: 'The request body is larger than 32 KB.' },
  unsupported_media_type: {
    status: 415,
    message: 'The body must be application/json in UTF-8, without a content encoding.',
  },
  unprocessable: { status: 422, message: 'The request is understood, and cannot be carried out as it is.' },
  block_not_final: {
    status: 422,
    message: 'toBlock is beyond the latest final block; details.latestBlock names that.',
  },
  rate_limited: { status: 429, message: 'The rate limit of this class is used up; see Retry-After.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  not_implemented: { status: 501, message: 'This operation is planned, and not available yet.' },
  service_unavailable: { status: 503, message: 'The service cannot respond right now; try again shortly.' },
  upstream_unavailable: { status: 503, message: 'The chain cannot be reached right now; try again shortly.' },
} as const satisfies Record<string, ErrorDefinition>;

/** What the same codes say of `X-Api-Key`, on every operation. */
export const KEY_ERRORS = {
  unauthorized: 'X-Api-Key is no key of this service.',
  forbidden: 'X-Api-Key is for pages of other sites.',
} as const satisfies Partial<Record<ErrorCode, string>>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
