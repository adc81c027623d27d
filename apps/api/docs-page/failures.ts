/** The API could not be asked: it is down, or something between it and this browser is in the way. */
export class ApiUnreachable extends Error {
  constructor(
    readonly url: string,
    options: ErrorOptions,
  ) {
    super(`${url} cannot be reached`, options);
  }
}

interface ApiErrorResponse {
  readonly status: number;
  /** Of the envelope; null when something else responded. */
  readonly code: string | null;
  /** `details.reason` of the envelope. */
  readonly reason: string | null;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** The API said no. */
export class ApiFailure extends Error {
  constructor(readonly response: ApiErrorResponse) {
    super(response.message);
  }
}

/** The wallet is there, and shares no account with this page. */
export class NoAccount extends Error {}
