import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ErrorResponder } from '@slipway/http';
import { encodeRetry, spread } from './frames.js';
import { STREAM_HEADERS } from './stream.service.js';

const EVENT_STREAM = 'text/event-stream';

/** So long a client waits that is not told for how long, and over how long those that wait are spread. */
const RETRY_SECONDS = 5;
const SPREAD_MS = 5_000;

/**
 * An EventSource is closed for good by any status but 200. What passes by itself (429, 5xx) is told as a stream that ends at once and
 * says when to come again. Clients that take JSON get the error.
 */
@Catch()
export class ClosedStreamFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<IncomingMessage>();
    const response = http.getResponse<ServerResponse>();
    if (!takesEventsAlone(request) || response.headersSent) {
      this.errors.catch(error, host);
      return;
    }
    const { httpStatus, headers, message } = this.errors.toApiError(request, error);
    if (httpStatus !== 429 && httpStatus < 500) {
      this.errors.catch(error, host);
      return;
    }
    const seconds = Number(headers['Retry-After'] ?? RETRY_SECONDS);
    response.writeHead(200, STREAM_HEADERS);
    response.end(encodeRetry(spread(seconds * 1_000, SPREAD_MS), message));
  }
}

function takesEventsAlone({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.split(',').every((range) => range.split(';', 1)[0]?.trim().toLowerCase() === EVENT_STREAM);
}
