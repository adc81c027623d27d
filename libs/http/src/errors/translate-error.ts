import { HttpException } from '@nestjs/common';
import { ApiError } from './api-error.js';
import type { ErrorCode } from './error-registry.js';
import { InvalidRequestError } from './invalid-request.error.js';

/** What Nest, Express and their parts answer with by themselves, in our codes. 404 is decided by the routes. */
const CODES: Partial<Record<number, ErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  431: 'headers_too_large',
};

/** What the translation needs to know about the request and the app. */
interface Surroundings {
  readonly isOutage: (error: unknown) => boolean;
  /** The methods that the request's path answers. */
  readonly allowedMethods: () => readonly string[];
}

/** Turns whatever was thrown into an error of the interface. What it does not know becomes `internal_error`. */
export function translateError(error: unknown, surroundings: Surroundings): ApiError {
  if (error instanceof ApiError) return error;
  const status = statusOf(error);
  if (status === 404) return explainMiss(surroundings.allowedMethods(), error);
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

/** The client error that a framework part asks for; what it says of 5xx is not trusted. */
function statusOf(error: unknown): number | null {
  const status =
    error instanceof HttpException
      ? error.getStatus()
      : error instanceof Error && 'status' in error && typeof error.status === 'number'
        ? error.status
        : null;
  return status !== null && status >= 400 && status < 500 ? status : null;
}
