import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { lastValueFrom, of, type Observable } from 'rxjs';
import type { Answer } from '#values';
import { setHeaders } from '../front/set-headers.js';
import { hasOwnGuards } from '../gates/has-own-guards.js';
import { findOperationFacts, type OperationFacts } from '../operation/operation-facts.js';
import { cacheKey } from './cache-key.js';
import { HitPath } from './hit-path.js';
import { ReadCache } from './read-cache.js';
import { CACHE_HEADERS } from './cache-policy.js';
import { publishNotFound } from './publish-not-found.js';
import { RenderedAnswer } from './rendered-answer.js';
import { hearCall } from './repeatable-call.js';
import { StreamedAnswer } from './streamed-answer.js';

/**
 * Turns what a handler returns into bytes and headers, once, and keeps them for public reads of chain data.
 *
 * Handlers of operations with `asOf` return `Answer<T>`, all others the body itself. A `Link` header that the
 * handler sets is kept with the bytes.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  constructor(
    private readonly cache: ReadCache,
    private readonly hitPath: HitPath,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const operation = findOperationFacts(context.getHandler());
    if (operation === undefined) return next.handle();
    const request = context.switchToHttp().getRequest<Request<Record<string, string>>>();
    const response = context.switchToHttp().getResponse<Response>();
    const isRead = ['GET', 'HEAD'].includes(request.method);
    const handle = (): Promise<unknown> =>
      isRead && operation.access === 'public'
        ? publishNotFound(() => lastValueFrom(next.handle()))
        : lastValueFrom(next.handle());
    if (operation.caching !== 'block' || !isRead) return of(render(operation, await handle(), response));

    const query = request.query as Readonly<Record<string, string>>;
    const key = cacheKey(operation.id, request.params, query);
    let readAgain: (() => Promise<RenderedAnswer>) | null = null;
    const read = async (): Promise<RenderedAnswer> => {
      const { value, call } = await hearCall(handle);
      if (call !== null) {
        const renderAgain = async (): Promise<RenderedAnswer> =>
          expectAnswer(render(operation, await call(), null));
        readAgain = () => this.cache.load(key, () => publishNotFound(renderAgain));
      }
      return expectAnswer(render(operation, value, response));
    };
    const answer = this.cache.find(key) ?? (await this.cache.load(key, read));
    const route = (request.route as { readonly path: string }).path;
    if (!hasOwnGuards(context)) {
      const params = { ...request.params };
      this.hitPath.learn(request.originalUrl, { key, operation, params, route, readAgain });
    }
    return of(answer);
  }
}

/**
 * Anything without a body (204) keeps Nest's own way out, with the operation's cache policy; a stream has its own.
 *
 * @param response that the handler may have set headers of; null when it was called without one
 */
function render({ id, caching, asOf }: OperationFacts, value: unknown, response: Response | null): unknown {
  if (value instanceof StreamedAnswer) return value;
  if (value === undefined) {
    if (response?.hasHeader('Cache-Control') === false) setHeaders(response, CACHE_HEADERS[caching]);
    return value;
  }
  const link = response?.getHeader('Link');
  const parts = { caching, link: typeof link === 'string' ? link : undefined };
  if (!asOf) return new RenderedAnswer(value, { ...parts, asOf: null });
  if (!isAnswer(value)) throw new TypeError(`the handler of ${id} must return an Answer`);
  const { body, validUntil, isFinal } = value;
  const policy = caching === 'block' && isFinal === true ? 'final' : caching;
  return new RenderedAnswer(body, { ...parts, caching: policy, asOf: value.asOf, validUntil });
}

function isAnswer(value: unknown): value is Answer<unknown> {
  return typeof value === 'object' && value !== null && 'asOf' in value && 'body' in value;
}

function expectAnswer(value: unknown): RenderedAnswer {
  if (!(value instanceof RenderedAnswer)) throw new TypeError('a public read must have a body');
  return value;
}
