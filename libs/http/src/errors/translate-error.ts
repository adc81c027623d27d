import { HttpException } from '@nestjs/common';
import { ApiError } from './api-error.js';
import { ERRORS, type ErrorCode } from './error-registry.js';
import { InvalidRequestError } from './invalid-request.error.js';

/** The code of a status that Nest, Express and their parts refuse with. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  410: 'gone',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'unprocessable',
  429: 'rate_limited',
  431: 'headers_too_large',
  501: 'not_implemented',
  502: 'upstream_unavailable',
  503: 'service_unavailable',
  504: 'upstream_unavailable',
};

const MAX_MESSAGE_LENGTH = 200;

/** What the translation needs to know about the request and the app. */
interface Surroundings {
  readonly isOutage: (error: unknown) => boolean;
  /** What Nest's router says of the request when no route takes it. */
  readonly missMessage: string;
  /** The methods that the request's path takes. */
  readonly allowedMethods: () => readonly string[];
}

/**
 * Turns a thrown value into an error of the interface. An `HttpException` of a handler keeps its status and its words;
 * an unknown one becomes `internal_error`.
 */
export function translateError(error: unknown, surroundings: Surroundings): ApiError {
  if (error instanceof ApiError) return error;
  const status = statusOf(error);
  if (error instanceof HttpException) {
    if (error.message === surroundings.missMessage) return explainMiss(surroundings.allowedMethods(), error);
    return translateHttpException(error);
  }
  if (status === 400) return new InvalidRequestError([{ path: 'request', message: 'is not valid' }]);
  const code = status === null ? undefined : CODES[status];
  if (code !== undefined) return new ApiError(code, { cause: error });
  if (surroundings.isOutage(error)) return new ApiError('service_unavailable', { cause: error });
  return new ApiError('internal_error', { cause: error });
}

/** No route took the request: an unknown path, or a known one with another method. */
function explainMiss(allowed: readonly string[], cause: unknown): ApiError {
  if (allowed.length === 0) return new ApiError('not_found', { cause });
  return new ApiError('method_not_allowed', { headers: { Allow: allowed.join(', ') }, cause });
}

/** Its own status and words, under the code that comes nearest. The words of a 500 are for the log alone. */
function translateHttpException(error: HttpException): ApiError {
  const status = error.getStatus();
  const message = error.message.slice(0, MAX_MESSAGE_LENGTH);
  const issues = [{ path: 'request', message }];
  if (status === 400) return new InvalidRequestError(issues);
  const code = CODES[status] ?? (status < 500 ? 'invalid_request' : 'internal_error');
  const own = ERRORS[code].status === status ? {} : { status };
  if (code === 'internal_error') return new ApiError(code, { cause: error, ...own });
  return new ApiError(code, {
    cause: error,
    message,
    ...own,
    details: code === 'invalid_request' ? { issues } : {},
  });
}

/** The client error that a framework part asks for; what it says of 5xx is not trusted. */
function statusOf(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
