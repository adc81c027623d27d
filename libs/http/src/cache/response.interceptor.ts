import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { AsOf, AsOfBlock } from '@slipway/domain';
import { PrimaryReads } from './primary-reads.js';
import { setHeaders } from '../message/headers.js';
import { ApiError } from '../errors/api-error.js';
import { KnownToCache, findOperation, type OperationMetadata } from '../operation/operation-metadata.js';
import { CACHE_HEADERS, NOT_FOUND_CACHE_CONTROL } from './cache-policy.js';
import { OpenResponse } from './open-response.js';
import { RenderedResponse } from './rendered-response.js';
import { ResponseCache } from './response-cache.js';
import { StreamedResponse } from './streamed-response.js';

/**
 * Turns what a handler returns into bytes and headers, and remembers those of public reads for the response cache.
 *
 * Handlers of operations with `asOf` return `AsOf<T>`, all others the body itself.
 */
@Injectable()
@KnownToCache()
export class ResponseInterceptor implements NestInterceptor {
  constructor(
    private readonly cache: ResponseCache,
    private readonly primary: PrimaryReads,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const operation = findOperation(context.getHandler());
    if (operation === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const handle = (): Promise<unknown> => lastValueFrom(next.handle());
    const isPublicRead =
      operation.access === 'public' &&
      operation.caching !== 'private' &&
      ['GET', 'HEAD'].includes(request.method);
    const read = async (): Promise<unknown> =>
      render(operation, await (isPublicRead ? publishNotFound(handle) : handle()), response);
    if (operation.caching !== 'block' || this.primary.isInside()) return of(await read());
    const route = (request.route as { readonly path: string }).path;
    return of(
      await this.cache.load(request.originalUrl, { operation, route }, async () =>
        expectRendered(await read()),
      ),
    );
  }
}

/** Anything without a body (204) keeps Nest's own way out, with the operation's cache policy; a stream has its own. */
function render(operation: OperationMetadata, value: unknown, response: Response): unknown {
  const { id, caching, asOf } = operation;
  if (value instanceof StreamedResponse || value instanceof OpenResponse) return value;
  if (value === undefined) {
    if (!response.headersSent && !response.hasHeader('Cache-Control'))
      setHeaders(response, CACHE_HEADERS[caching]);
    return value;
  }
  if (!asOf) return new RenderedResponse(value, { caching, asOf: null });
  if (!isAsOf(value)) throw new TypeError(`the handler of ${id} must return an AsOf`);
  const { body, validUntil, isFinal, link } = value;
  if (Buffer.isBuffer(body)) return renderBytes(operation, body, value.asOf);
  const policy = caching === 'block' && isFinal === true ? 'final' : caching;
  return new RenderedResponse(body, { caching: policy, link, asOf: value.asOf, validUntil });
}

/** Bytes that a handler keeps and returns again are rendered once: tag and compressed forms are kept with them. */
const renderedBytes = new WeakMap<Buffer, RenderedResponse>();

function renderBytes(
  { id, caching, mediaType }: OperationMetadata,
  bytes: Buffer,
  asOf: AsOfBlock,
): RenderedResponse {
  if (mediaType === null) throw new TypeError(`the handler of ${id} must return JSON`);
  const kept = renderedBytes.get(bytes);
  if (kept !== undefined) return kept;
  const rendered = new RenderedResponse(bytes, { caching, asOf, page: { contentType: mediaType } });
  renderedBytes.set(bytes, rendered);
  return rendered;
}

function isAsOf(value: unknown): value is AsOf<unknown> {
  return typeof value === 'object' && value !== null && 'asOf' in value && 'body' in value;
}

function expectRendered(value: unknown): RenderedResponse {
  if (!(value instanceof RenderedResponse)) throw new TypeError('a public read must have a body');
  return value;
}

/** Lets shared caches keep the 404 of a public read: what asks for a token that does not exist asks again. */
async function publishNotFound<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const { code, message, details, headers, cause } = error;
    const published = { ...headers, 'Cache-Control': NOT_FOUND_CACHE_CONTROL };
    throw new ApiError(code, { message, details, headers: published, cause });
  }
}
