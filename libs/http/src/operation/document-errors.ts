import type { ApiResponseOptions } from '@nestjs/swagger';
import { ERRORS, type ErrorCode } from '../errors/error-registry.js';
import { failureHeaders } from './response-headers.js';

interface ErrorResponse {
  readonly status: number;
  readonly description: string;
  readonly headers: NonNullable<ApiResponseOptions['headers']>;
}

/**
 * One response a status, naming every code that comes with it.
 *
 * @param hasAsOf whether answers of the operation name the block they are true at
 */
export function documentErrors(codes: readonly ErrorCode[], hasAsOf: boolean): ErrorResponse[] {
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))];
  return statuses.map((status) => ({
    status,
    description: codes
      .filter((code) => ERRORS[code].status === status)
      .map((code) => `\`${code}\`: ${ERRORS[code].message}`)
      .join('\n\n'),
    headers: failureHeaders(status, hasAsOf),
  }));
}
