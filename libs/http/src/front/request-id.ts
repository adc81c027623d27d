import type { ServerResponse } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** The id of the request a response belongs to: the front door sets it before anything else sees the request. */
export function requestIdOf(response: ServerResponse): string {
  const id = response.getHeader(REQUEST_ID_HEADER);
  return typeof id === 'string' ? id : '';
}
