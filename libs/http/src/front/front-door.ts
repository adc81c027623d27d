import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ResponseCacheMiddleware, type ServedFromCache } from '../cache/response-cache.middleware.js';
import { ApiError } from '../errors/api-error.js';
import { ErrorResponder } from '../errors/error-responder.js';
import { InvalidRequestError, type RequestIssue } from '../errors/invalid-request.error.js';
import { ClientNetworks } from '../clients/client-networks.js';
import { Connections } from '../connections/connections.js';
import { ClientTurns } from '../connections/client-turns.js';
import { RequestTurns } from '../connections/request-turns.js';
import { RateLimiter, type RateLimitVerdict } from '../limits/rate-limiter.js';
import { AccessLog, type AccessRecord } from '../logging/access-log.js';
import { RequestObserver } from '../logging/request-observer.js';
import { UNIVERSAL_HEADERS } from './universal-headers.js';
import { PREFLIGHT_HEADERS } from './cors-headers.js';
import { decodableTarget } from './decodable-target.js';
import { Drain } from './drain.js';
import { rawPathOf } from './raw-path.js';
import { openRequestContext, runInRequestContext, type RequestContext } from './request-context.js';
import { REQUEST_ID_HEADER } from './request-id.js';
import { RouteTable } from './route-table.js';
import { setHeaders } from './set-headers.js';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Where every request arrives, before Express: gives it an id, answers OPTIONS and what the cache has, and hands
 * the rest to the whole pipeline.
 */
@Injectable()
export class FrontDoor {
  private readonly turns: RequestTurns;
  private readonly clientTurns = new ClientTurns();

  constructor(
    private readonly cache: ResponseCacheMiddleware,
    private readonly routes: RouteTable,
    private readonly errors: ErrorResponder,
    private readonly accessLog: AccessLog,
    private readonly clients: ClientNetworks,
    private readonly drain: Drain,
    private readonly limiter: RateLimiter,
    private readonly connections: Connections,
    private readonly observer: RequestObserver,
  ) {
    this.turns = new RequestTurns((socket) => {
      connections.end(socket, 'too_many_pipelined');
    });
  }

  handle(request: IncomingMessage, response: ServerResponse, pipeline: RequestListener): void {
    this.turns.take(request, response, () => {
      this.clientTurns.run(this.clients.of(request).limited, response, () => {
        if (!request.socket.destroyed) this.serve(request, response, pipeline);
      });
    });
  }

  private serve(request: IncomingMessage, response: ServerResponse, pipeline: RequestListener): void {
    const context = openRequestContext(request);
    if (this.drain.isDraining) response.shouldKeepAlive = false;
    const refusal = this.connections.refusalOf(request.socket);
    if (refusal !== null) {
      response.shouldKeepAlive = false;
      this.fail(request, response, context, refusal);
      return;
    }
    try {
      const issue = findHostIssue(request);
      if (issue !== null) {
        this.refuse(request, response, context, new InvalidRequestError([issue]));
        return;
      }
      const served = this.cache.serve(request, response, context.requestId);
      if (served === null) this.enterPipeline(request, response, context, pipeline);
      else if (served.sent === undefined) this.record(request, response, context, served.route, 'hit');
      else this.follow(served.sent, request, response, context, served);
    } catch (error) {
      this.fail(request, response, context, error);
    }
  }

  /** Calls `pipeline` for what needs Express and Nest. */
  private enterPipeline(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    pipeline: RequestListener,
  ): void {
    const path = rawPathOf(request);
    if (request.method === 'OPTIONS') {
      this.answerOptions(request, response, context, path);
      return;
    }
    const enter = (): void => {
      this.runPipeline(request, response, context, pipeline);
    };
    if (this.routes.takes(request.method ?? '', path)) enter();
    else this.spendBudget(request, response, context, enter);
  }

  private runPipeline(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    pipeline: RequestListener,
  ): void {
    request.url = decodableTarget(request.url ?? '/');
    response.once('close', () => {
      this.record(request, response, context, null);
    });
    this.drain.follow(response);
    setHeaders(response, UNIVERSAL_HEADERS);
    response.setHeader(REQUEST_ID_HEADER, context.requestId);
    runInRequestContext(context, () => {
      pipeline(request, response);
    });
  }

  /** A preflight is answered whatever it asks about, so that a page can read the error of the request itself. */
  private answerOptions(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    path: string,
  ): void {
    const allowed = this.routes.methodsOf(path);
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (allowed.length === 0 && !isPreflight) {
      this.refuse(request, response, context, new ApiError('not_found'));
      return;
    }
    const headers = [...UNIVERSAL_HEADERS, ...PREFLIGHT_HEADERS, REQUEST_ID_HEADER, context.requestId];
    if (allowed.length > 0) headers.push('Allow', allowed.join(', '));
    response.writeHead(204, headers).end();
    this.record(request, response, context, null);
  }

  private refuse(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    error: ApiError,
  ): void {
    this.spendBudget(request, response, context, () => {
      this.fail(request, response, context, error);
    });
  }

  /**
   * What no operation takes draws on its address's budget, before anything is parsed or looked up for it.
   *
   * @param next called when the budget had a request left
   */
  private spendBudget(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    next: () => void,
  ): void {
    const judge = ({ headers, refusal }: RateLimitVerdict): void => {
      setHeaders(response, headers);
      if (refusal !== null) this.fail(request, response, context, refusal);
      // A client that left meanwhile would never be seen to leave.
      else if (!request.socket.destroyed) next();
    };
    const verdict = this.limiter.countAddress(request);
    if (!(verdict instanceof Promise)) judge(verdict);
    else
      verdict.then(judge).catch((error: unknown) => {
        this.fail(request, response, context, error);
      });
  }

  private follow(
    sent: Promise<void>,
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    { route }: ServedFromCache,
  ): void {
    this.drain.follow(response);
    sent.then(
      () => {
        this.record(request, response, context, route, 'hit');
      },
      (error: unknown) => {
        this.fail(request, response, context, error, route);
      },
    );
  }

  /** @param route of a request that the cache could have answered; any other's is Express's to know */
  private fail(
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    error: unknown,
    route: string | null = null,
  ): void {
    this.errors.send(request, response, context.requestId, error);
    this.record(request, response, context, route);
  }

  private record(
    request: IncomingMessage & { readonly route?: { readonly path?: unknown } },
    response: ServerResponse,
    { requestId, startedAt }: RequestContext,
    knownRoute: string | null,
    cache: AccessRecord['cache'] = 'pass',
  ): void {
    const template = knownRoute ?? request.route?.path;
    const record: AccessRecord = {
      requestId,
      method: request.method ?? '',
      route: typeof template === 'string' ? template : null,
      status: response.statusCode,
      durationMs: performance.now() - startedAt,
      cache,
      client: this.clients.of(request).logged,
    };
    this.accessLog.record(record);
    this.observer.observe(record);
  }
}

/** What RFC 9112 3.2 asks a 400 for. node:http answers the first with an empty body, and keeps the first of two. */
function findHostIssue({ rawHeaders, httpVersion }: IncomingMessage): RequestIssue | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return { path: 'Host', message: 'must be sent once' };
  return hosts === 0 && httpVersion === '1.1' ? { path: 'Host', message: 'is required' } : null;
}
