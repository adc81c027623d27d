import { ApiError } from './api-error.js';

/**
 * What a read of chain data found. Null is what repositories return before the first block is indexed.
 *
 * @throws ApiError `service_unavailable` with `details.reason: "nothing_indexed"` for null
 */
export function expectIndexed<T>(page: T | null): T {
  if (page === null) throw new ApiError('service_unavailable', { details: { reason: 'nothing_indexed' } });
  return page;
}
