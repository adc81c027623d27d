import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable, Logger } from '@nestjs/common';
import { ClientNetworks } from '../clients/client-networks.js';
import { ApiError } from '../errors/api-error.js';
import { renderEnvelope } from '../errors/envelope.js';
import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { BoundedLog } from '../logging/bounded-log.js';
import { RequestObserver } from '../logging/request-observer.js';

/** node:http keeps the response that a socket is busy with here, and reads it in its own handler too. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** A client that was refused has this long to read why and to close. */
const CLOSE_WITHIN_MS = 2_000;

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';

/** What clients do by leaving: nothing was refused. */
const LEFT = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'HPE_INVALID_EOF_STATE']);

/**
 * Responds to what node's HTTP parser refuses, in the envelope, and tells log and metrics. There is no request and no
 * response at this point, only a socket.
 */
@Injectable()
export class ClientErrors {
  private readonly log: BoundedLog;

  constructor(
    private readonly clients: ClientNetworks,
    private readonly observer: RequestObserver,
  ) {
    const logger = new Logger('Server');
    this.log = new BoundedLog((line) => {
      logger.warn(line);
    });
  }

  respond(error: NodeJS.ErrnoException, socket: HttpSocket): void {
    const code = error.code ?? 'unknown';
    // Whatever follows a refused request is refused again, by a socket that is closing.
    if (!socket.writable || LEFT.has(code) || hasAskedNothing(code, socket)) {
      socket.destroy();
      return;
    }
    const refusal = explain(code);
    const requestId = randomUUID();
    this.observer.observeUnparsed(refusal.code);
    // The parser's code is of its own alphabet. What the client sent is nowhere in the line.
    this.log.line(
      `the HTTP parser refused a request: ${code}, told ${refusal.code}; ` +
        `client ${this.clients.loggedPeer(socket)}, request ${requestId}`,
    );
    // A response that has begun must not get another one written into it.
    if (socket._httpMessage?.headersSent === true) socket.destroy();
    else send(refusal, requestId, socket);
  }
}

/**
 * Browsers and `fetch` open connections ahead of need. A 408 on one of them would be read as the response to a
 * request just on its way. After that an `EventSource` does not come again.
 */
function hasAskedNothing(code: string, socket: Socket): boolean {
  return code === TIMED_OUT && socket.bytesRead === 0;
}

function send(refusal: ApiError, requestId: string, socket: Socket): void {
  const { body, headers } = renderEnvelope(refusal, requestId);
  const lines = [`HTTP/1.1 ${refusal.httpStatus} ${STATUS_CODES[refusal.httpStatus] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index] ?? ''}: ${headers[index + 1] ?? ''}`);
  lines.push('Connection: close', '', '');
  socket.end(Buffer.concat([Buffer.from(lines.join('\r\n')), body]));
  const timer = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS);
  socket.once('close', () => {
    clearTimeout(timer);
  });
}

function explain(code: string): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large');
  if (code === TIMED_OUT) return new ApiError('request_timeout');
  return new InvalidRequestError([{ path: 'request', message: 'is not valid HTTP' }]);
}
