import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ApiError } from '../errors/api-error.js';
import { renderEnvelope } from '../errors/envelope.js';
import { InvalidRequestError } from '../errors/invalid-request.error.js';

/** node:http keeps the response that a socket is busy with here, and reads it in its own handler too. */
interface HttpSocket extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Answers what node's HTTP parser refuses, in the envelope. There is no request and no response at this point,
 * only a socket.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  // A response that has begun must not get another one written into it.
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent === true) {
    socket.destroy();
    return;
  }
  const refusal = explain(error.code);
  const { body, headers } = renderEnvelope(refusal, randomUUID());
  const lines = [`HTTP/1.1 ${refusal.httpStatus} ${STATUS_CODES[refusal.httpStatus] ?? ''}`];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index] ?? ''}: ${headers[index + 1] ?? ''}`);
  lines.push('Connection: close', '', '');
  socket.end(Buffer.concat([Buffer.from(lines.join('\r\n')), body]));
}

function explain(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError('headers_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return new ApiError('payload_too_large');
  return new InvalidRequestError([{ path: 'request', message: 'is not valid HTTP' }]);
}
