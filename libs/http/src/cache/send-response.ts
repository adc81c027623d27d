import type { IncomingMessage, ServerResponse } from 'node:http';
import { negotiateCoding } from './accept-encoding.js';
import { isKnownToClient } from './entity-tag.js';
import type { RenderedResponse, Representation } from './rendered-response.js';

/**
 * Writes a response to which nothing but headers of this request is added: 304 when the client has it, no body for
 * HEAD, compressed when asked for.
 *
 * @param more flat names and values that belong to this request rather than to the response
 * @returns a promise only when a compressed form must be made first
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  rendered: RenderedResponse,
  more: readonly string[] = [],
  okStatus = 200,
): void | Promise<void> {
  return write(request, response, rendered, okStatus, (status, own) => {
    response.writeHead(status, [...own, 'X-Request-Id', requestId, ...more]);
  });
}

/** The same for a response of a handler, whose status and headers (`@HttpCode`, `@Header`) have the last word. */
export function replyWith(
  request: IncomingMessage,
  response: ServerResponse,
  rendered: RenderedResponse,
  handlerStatus: number,
): void | Promise<void> {
  return write(request, response, rendered, handlerStatus, (status, own) => {
    for (let index = 0; index < own.length; index += 2) {
      const name = own[index] ?? '';
      if (!response.hasHeader(name)) response.setHeader(name, own[index + 1] ?? '');
    }
    response.writeHead(status);
  });
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  rendered: RenderedResponse,
  status: number,
  writeHead: (status: number, headers: readonly string[]) => void,
): void | Promise<void> {
  const send = ({ bytes, etag, okHeaders, notModifiedHeaders }: Representation): void => {
    const isKnown = status === 200 && isKnownToClient(request, etag);
    writeHead(isKnown ? 304 : status, isKnown ? notModifiedHeaders : okHeaders);
    if (isKnown || request.method === 'HEAD') response.end();
    else response.end(bytes);
  };
  const representation = rendered.in(negotiateCoding(request.headers['accept-encoding']));
  if (representation instanceof Promise) return representation.then(send);
  send(representation);
}
