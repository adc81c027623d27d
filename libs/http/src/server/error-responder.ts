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
      // Words without a code are those of a connection, which was given nothing.
      const codes = codesOf(cause);
      this.logger.warn(
        `the database cannot respond: ${codes.length === 0 ? cause.message : codes.join(' ')}`,
      );
    }
  }
}

/** What pg, Prisma and Node.js tell of an error beside its words. */
interface ToldCodes extends Error {
  readonly code?: unknown;
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}

function codesOf({ code, meta }: ToldCodes): readonly string[] {
  return [code, meta?.driverAdapterError?.cause?.originalCode].filter(
    (one): one is string => typeof one === 'string' && /^[A-Z0-9_]{1,40}$/.test(one),
  );
}

/**
 * What an error is, and where it was thrown. Its words are left out: a database, or a parser, repeats in them what it was given,
 * which may be a token.
 */
function stackOf(cause: unknown): string {
  if (!(cause instanceof Error)) return `thrown: ${typeof cause}`;
  const { name, message, stack = '' } = cause;
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return [[name, ...codesOf(cause)].join(' '), ...frames.filter((line) => /^ +at /.test(line))].join('\n');
}
