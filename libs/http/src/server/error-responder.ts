import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ApiError } from '../errors/api-error.js';
import { renderEnvelope } from '../errors/envelope.js';
import { Outages } from '../errors/outages.js';
import { translateError } from '../errors/translate-error.js';
import { requestIdOf } from '../message/request-context.js';
import { rawPathOf } from '../message/request-target.js';
import { RouteTable } from '../routing/route-table.js';
import { KnownToCache } from '../operation/operation-metadata.js';

/** Responds to a request that failed, wherever it failed: the one place where errors become bytes, and Nest's one filter. */
@Catch()
@KnownToCache()
export class ErrorResponder implements ExceptionFilter {
  private readonly logger = new Logger('Errors');

  constructor(
    private readonly outages: Outages,
    private readonly routes: RouteTable,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    this.send(http.getRequest<Request>(), response, requestIdOf(response), error);
  }

  send(request: IncomingMessage, response: ServerResponse, requestId: string, error: unknown): void {
    // The client is gone, or has half of a response: cutting it off is all that is left to say.
    if (response.headersSent || response.destroyed || request.socket.destroyed) {
      response.destroy();
      return;
    }
    const apiError = this.toApiError(request, error);
    const { body, headers } = renderEnvelope(apiError, requestId, rawPathOf(request));
    response.writeHead(apiError.httpStatus, [...headers]);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** What the interface says of something thrown while a request was served; what it hides goes to the log. */
  toApiError(request: IncomingMessage & { readonly originalUrl?: string }, error: unknown): ApiError {
    const apiError = translateError(error, {
      isOutage: (thrown) => this.outages.isOutage(thrown),
      missMessage: `Cannot ${request.method ?? ''} ${request.originalUrl ?? request.url ?? ''}`,
      allowedMethods: () => this.routes.methodsOf(rawPathOf(request)),
    });
    this.log(apiError);
    return apiError;
  }

  private log({ code, cause }: ApiError): void {
    if (code === 'internal_error') this.logger.error('unexpected error', stackOf(cause));
    else if (code === 'service_unavailable' && cause instanceof Error) {
      this.logger.warn(`the database cannot respond: ${cause.message}`);
    }
  }
}

function stackOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `thrown: ${typeof cause}`;
  return cause.stack ?? cause.message;
}
