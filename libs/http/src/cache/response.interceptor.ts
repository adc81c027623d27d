import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { AsOf, AsOfBlock } from '@slipway/domain';
import { Settings } from '@slipway/settings';
import { PrimaryReads } from './primary-reads.js';
import { setHeaders } from '../message/headers.js';
import { ApiError } from '../errors/api-error.js';
import { KnownToCache, findOperation, type OperationMetadata } from '../operation/operation-metadata.js';
import { CSV_TYPE, csvKeyOf, prefersCsv } from './accept-csv.js';
import { CACHE_HEADERS, NOT_FOUND_CACHE_CONTROL, type CachePolicy } from './cache-policy.js';
import { toCsvPage } from './csv-page.js';
import { OpenResponse } from './open-response.js';
import { RenderedResponse } from './rendered-response.js';
import { ResponseCache } from './response-cache.js';
import { StreamedResponse } from './streamed-response.js';

interface Asked {
  readonly response: Response;
  /** Path and query of a request for CSV; null for JSON. */
  readonly csvOf: string | null;
}

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
    private readonly settings: Settings,
    private readonly config: ApplicationConfig,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const operation = findOperation(context.getHandler());
    if (operation === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const isCsv = operation.csv !== null && prefersCsv(request.headers.accept);
    const handle = (): Promise<unknown> => lastValueFrom(next.handle());
    const isPublicRead =
      operation.access === 'public' &&
      operation.caching !== 'private' &&
      ['GET', 'HEAD'].includes(request.method);
    const read = async (): Promise<unknown> =>
      this.render(operation, await (isPublicRead ? publishNotFound(handle) : handle()), {
        response,
        csvOf: isCsv ? request.originalUrl : null,
      });
    if (operation.caching !== 'block' || this.primary.isInside()) return of(await read());
    const route = (request.route as { readonly path: string }).path;
    const key = isCsv ? csvKeyOf(request.originalUrl) : request.originalUrl;
    return of(await this.cache.load(key, { operation, route }, async () => expectRendered(await read())));
  }

  /** Anything without a body (204) keeps Nest's own way out, with the operation's cache policy; a stream has its own. */
  private render(operation: OperationMetadata, value: unknown, { response, csvOf }: Asked): unknown {
    const { id, caching, asOf, csv } = operation;
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
    const policy: CachePolicy = caching === 'block' && isFinal === true ? 'final' : caching;
    const parts = { caching: policy, link, asOf: value.asOf, validUntil, isNegotiated: csv !== null };
    if (csv === null || csvOf === null) return new RenderedResponse(body, parts);
    const target = csvOf.slice(this.config.getGlobalPrefix().length + 1);
    const page = toCsvPage(csv, body as object, target, this.settings.publicBaseUrl);
    return new RenderedResponse(page.bytes, {
      ...parts,
      link: link ?? page.link,
      page: { contentType: CSV_TYPE, fileName: page.fileName },
    });
  }
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
