import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateCoding } from './accept-encoding.js';
import { matchesTag } from './entity-tag.js';
import type { RenderedAnswer, Representation } from './rendered-answer.js';

/**
 * Writes an answer: 304 when the client has it, no body for HEAD, compressed when asked for.
 *
 * @param more flat names and values that belong to this request rather than to the answer
 * @returns a promise only when a compressed form must be made first
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  answer: RenderedAnswer,
  more: readonly string[] = [],
): void | Promise<void> {
  const representation = answer.in(negotiateCoding(request.headers['accept-encoding']));
  if (!(representation instanceof Promise)) {
    write(request, response, requestId, representation, more);
    return;
  }
  return representation.then((made) => {
    write(request, response, requestId, made, more);
  });
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { bytes, etag, okHeaders, notModifiedHeaders }: Representation,
  more: readonly string[],
): void {
  const ifNoneMatch = request.headers['if-none-match'];
  if (etag !== null && ifNoneMatch !== undefined && matchesTag(ifNoneMatch, etag)) {
    response.writeHead(304, [...notModifiedHeaders, 'X-Request-Id', requestId, ...more]).end();
    return;
  }
  response.writeHead(200, [...okHeaders, 'X-Request-Id', requestId, ...more]);
  if (request.method === 'HEAD') response.end();
  else response.end(bytes);
}
