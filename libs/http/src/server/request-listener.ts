import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { isIPv6 } from 'node:net';
import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OPENED } from '../cache/open-response.js';
import { ResponseCacheMiddleware } from '../cache/response-cache.middleware.js';
import { ClientNetworks } from '../clients/client-networks.js';
import { ClientTurns } from '../connections/client-turns.js';
import { Connections } from '../connections/connections.js';
import { RequestTurns } from '../connections/request-turns.js';
import { ApiError } from '../errors/api-error.js';
import { InvalidRequestError, type RequestIssue } from '../errors/invalid-request.error.js';
import { RateLimiter, type RateLimitVerdict } from '../limits/rate-limiter.js';
import { AccessLog, type AccessRecord } from '../logging/access-log.js';
import { RequestObserver } from '../logging/request-observer.js';
import { DEFAULT_HEADERS, PREFLIGHT_HEADERS, setHeaders } from '../message/headers.js';
import { chooseRequestId, REQUEST_ID_HEADER, runWithRequestId } from '../message/request-context.js';
import { hasBody, readsBody } from '../message/request-body.js';
import { omitClientHeaders } from '../message/omit-client-headers.js';
import type { OpenResponseEnd } from '../message/open-response-end.js';
import { decodableTarget, rawPathOf } from '../message/request-target.js';
import { RouteTable } from '../routing/route-table.js';
import { Drain } from './drain.js';
import { ErrorResponder } from './error-responder.js';

type Pipeline = (request: IncomingMessage, response: ServerResponse) => void;

/** One request on its way to its response. */
interface Exchange {
  readonly request: IncomingMessage & { readonly route?: { readonly path?: unknown } };
  readonly response: ServerResponse;
  readonly requestId: string;
  /** `performance.now()` at its first moment. */
  readonly startedAt: number;
}

function tooManyPipelined(): ApiError {
  const message = 'Too many requests wait on this connection; read responses before you send more.';
  return new ApiError('rate_limited', {
    message,
    headers: { 'Retry-After': '1' },
    details: { reason: 'too_many_pipelined' },
  });
}

/**
 * Where every request arrives, before Express: gives it an id, responds to OPTIONS and from the cache, and hands
 * the rest to the whole pipeline.
 */
@Injectable()
export class RequestListener {
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
    private readonly settings: Settings,
  ) {
    this.turns = new RequestTurns((socket) => {
      connections.end(socket, 'too_many_pipelined');
    });
  }

  handle(request: IncomingMessage, response: ServerResponse, pipeline: Pipeline): void {
    if (this.settings.sharedCache === 'on') omitClientHeaders(response);
    const begin = (serve: (exchange: Exchange) => void): void => {
      this.clientTurns.run(this.clients.of(request).limited, response, () => {
        if (request.socket.destroyed) return;
        const requestId = chooseRequestId(request);
        const exchange = { request, response, requestId, startedAt: performance.now() };
        if (this.settings.otelEndpoint === null) serve(exchange);
        else
          traceRequest(request, response, requestId, () => {
            serve(exchange);
          });
      });
    };
    this.turns.take(
      request,
      response,
      () => {
        begin((exchange) => {
          this.serve(exchange, pipeline);
        });
      },
      () => {
        begin((exchange) => {
          response.shouldKeepAlive = false;
          this.observer.observeEnd('too_many_pipelined');
          this.fail(exchange, tooManyPipelined());
        });
      },
    );
  }

  private serve(exchange: Exchange, pipeline: Pipeline): void {
    const { request, response } = exchange;
    // A body that is not read could still be on its way when the connection is used again.
    if (this.drain.isDraining || (hasBody(request) && !readsBody(request))) response.shouldKeepAlive = false;
    const refusal = this.connections.refusalOf(request.socket);
    if (refusal !== null) {
      response.shouldKeepAlive = false;
      this.fail(exchange, refusal);
      return;
    }
    try {
      const issue = findRequestIssue(request);
      if (issue !== null) this.refuse(exchange, new InvalidRequestError([issue]));
      else if (!this.serveFromCache(exchange)) this.enterPipeline(exchange, pipeline);
    } catch (error) {
      this.fail(exchange, error);
    }
  }

  private serveFromCache(exchange: Exchange): boolean {
    const { request, response, requestId } = exchange;
    const served = this.cache.serve(request, response, requestId);
    if (served === null) return false;
    const { route, sent } = served;
    const recordHit = (): void => {
      this.record(exchange, route, 'hit');
    };
    if (sent === undefined) recordHit();
    else {
      this.drain.follow(response);
      sent.then(recordHit, (error: unknown) => {
        this.fail(exchange, error, route);
      });
    }
    return true;
  }

  /** Calls `pipeline` for what needs Express and Nest. */
  private enterPipeline(exchange: Exchange, pipeline: Pipeline): void {
    const { request } = exchange;
    const path = rawPathOf(request);
    const enter = (): void => {
      this.runPipeline(exchange, pipeline);
    };
    if (request.method === 'OPTIONS') this.respondToOptions(exchange, path);
    else if (this.routes.takes(request.method ?? '', path)) enter();
    else this.spendBudget(exchange, enter);
  }

  private runPipeline(exchange: Exchange, pipeline: Pipeline): void {
    const { request, response, requestId } = exchange;
    request.url = decodableTarget(request.url ?? '/');
    this.recordAtClose(exchange);
    this.drain.follow(response);
    setHeaders(response, DEFAULT_HEADERS);
    response.setHeader(REQUEST_ID_HEADER, requestId);
    runWithRequestId(requestId, () => {
      pipeline(request, response);
    });
  }

  /** A listener's function holds its closure: here the exchange, for as long as the response is open. */
  private recordAtClose(exchange: Exchange): void {
    const { response } = exchange;
    let open: OpenResponseEnd | null = null;
    response.once(OPENED, (opened: OpenResponseEnd) => {
      // How long it took to open; not for how long it stays so.
      this.observer.observe(this.toRecord(exchange, null, 'pass'));
      open = opened;
    });
    response.on('close', () => {
      if (open === null) this.record(exchange, null);
      else this.accessLog.record({ ...this.toRecord(exchange, null, 'pass'), open });
    });
  }

  /** A preflight gets a response whatever it asks about: a page can then read the error of the request itself. */
  private respondToOptions(exchange: Exchange, path: string): void {
    const { request, response, requestId } = exchange;
    const allowed = this.routes.methodsOf(path);
    const isPreflight = request.headers['access-control-request-method'] !== undefined;
    if (allowed.length === 0 && !isPreflight) {
      this.refuse(exchange, new ApiError('not_found'));
      return;
    }
    const headers = [...DEFAULT_HEADERS, ...PREFLIGHT_HEADERS, REQUEST_ID_HEADER, requestId];
    if (allowed.length > 0) headers.push('Allow', allowed.join(', '));
    response.writeHead(204, headers).end();
    this.record(exchange, null);
  }

  private refuse(exchange: Exchange, error: ApiError): void {
    this.spendBudget(exchange, () => {
      this.fail(exchange, error);
    });
  }

  /**
   * What no operation takes draws on its address's budget, before anything is parsed or looked up for it.
   *
   * @param next called when the budget had a request left
   */
  private spendBudget(exchange: Exchange, next: () => void): void {
    const { request, response } = exchange;
    const proceed = ({ headers, refusal }: RateLimitVerdict): void => {
      setHeaders(response, headers);
      if (refusal !== null) this.fail(exchange, refusal);
      // A client that left meanwhile would never be seen to leave.
      else if (!request.socket.destroyed) next();
    };
    const verdict = this.limiter.countAddress(request);
    if (!(verdict instanceof Promise)) proceed(verdict);
    else
      verdict.then(proceed).catch((error: unknown) => {
        this.fail(exchange, error);
      });
  }

  /** @param route of a request that the cache could have served; any other's is Express's to know */
  private fail(exchange: Exchange, error: unknown, route: string | null = null): void {
    this.errors.send(exchange.request, exchange.response, exchange.requestId, error);
    this.record(exchange, route);
  }

  private record(exchange: Exchange, knownRoute: string | null, cache: AccessRecord['cache'] = 'pass'): void {
    const record = this.toRecord(exchange, knownRoute, cache);
    this.accessLog.record(record);
    this.observer.observe(record);
  }

  private toRecord(
    { request, response, requestId, startedAt }: Exchange,
    knownRoute: string | null,
    cache: AccessRecord['cache'],
  ): AccessRecord {
    const template = knownRoute ?? request.route?.path;
    return {
      requestId,
      method: request.method ?? '',
      route: typeof template === 'string' ? template : null,
      status: response.statusCode,
      durationMs: performance.now() - startedAt,
      cache,
      client: this.clients.of(request).logged,
    };
  }
}

/** A domain has 255 characters at the most; a port six more. */
const MAX_HOST_LENGTH = 261;

/** RFC 9110 7.2: a name or an IPv4 address, or an IPv6 address in brackets, and a port. */
const HOST = /^(?:\[(?<ip>[0-9A-Fa-f:.]+)\]|[A-Za-z0-9\-._~!$&'()*+,;=%]+)(?::\d{0,5})?$/;

/** RFC 9112 3.2: a path, a whole URL with a host, or the asterisk of OPTIONS. */
const TARGET = /^(?:\/|\*$|https?:\/\/[^/?#])/i;

/** What RFC 9112 asks a 400 for, and node:http does not. */
function findRequestIssue({ rawHeaders, httpVersion, url = '' }: IncomingMessage): RequestIssue | null {
  if (!TARGET.test(url)) return { path: 'request', message: 'has a target without a path' };
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1] ?? '');
  }
  const [host, ...others] = hosts;
  if (others.length > 0) return { path: 'Host', message: 'must be sent once' };
  if (host === undefined) return httpVersion === '1.1' ? { path: 'Host', message: 'is required' } : null;
  return isHost(host) ? null : { path: 'Host', message: 'must be a host, with a port or without' };
}

function isHost(text: string): boolean {
  const parts = text.length > MAX_HOST_LENGTH ? null : HOST.exec(text);
  return parts !== null && (parts.groups?.['ip'] === undefined || isIPv6(parts.groups['ip']));
}

const tracer = trace.getTracer('@slipway/http');

/**
 * Handles a request in a span, whose trace is the one that its client names (W3C Trace Context). A request that is not sampled
 * leaves nothing behind. No path, query or address is recorded.
 */
function traceRequest(
  request: IncomingMessage & { readonly route?: { readonly path?: unknown } },
  response: ServerResponse,
  requestId: string,
  handle: () => void,
): void {
  const method = request.method ?? '';
  const parent = propagation.extract(ROOT_CONTEXT, request.headers);
  const attributes = { 'http.request.method': method, 'slipway.request_id': requestId };
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  if (!span.isRecording()) {
    handle();
    return;
  }
  response.once('close', () => {
    const route = request.route?.path;
    if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
    span.setAttribute('http.response.status_code', response.statusCode);
    if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(parent, span), handle);
}
