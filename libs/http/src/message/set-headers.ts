import type { ServerResponse } from 'node:http';

/** Sets headers that are kept as a flat list of names and values. */
export function setHeaders(response: ServerResponse, flat: readonly string[]): void {
  for (let index = 0; index < flat.length; index += 2) {
    response.setHeader(flat[index] ?? '', flat[index + 1] ?? '');
  }
}
