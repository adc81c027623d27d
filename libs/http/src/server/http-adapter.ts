import { createServer, IncomingMessage, ServerResponse, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Application, type ErrorRequestHandler, type Request, type Response } from 'express';
import { OpenResponse } from '../cache/open-response.js';
import { RenderedResponse } from '../cache/rendered-response.js';
import { replyWith, sendResponse } from '../cache/send-response.js';
import { StreamedResponse } from '../cache/streamed-response.js';
import type { Connections } from '../connections/connections.js';
import { inputMiddleware } from '../input/input.middleware.js';
import { requestIdOf } from '../message/request-context.js';
import { toRoute, type Route } from '../routing/route-table.js';
import type { ClientErrors } from './client-errors.js';
import type { RequestListener } from './request-listener.js';

/**
 * How long a client may take. Headers that arrive slowly are cut after 10 s (looked at every 2 s), whole requests after 30 s.
 * Load balancers keep idle connections for a minute. Ours are kept longer, so that it is the balancer that closes.
 */
const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  // The request listener responds to this one in the envelope.
  requireHostHeader: false,
};

/** Longer than any statement or call of ours may take: only clients that dawdle are cut off. */
const CLOSE_TIMEOUT_MS = 4_500;

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;

const NO_MIDDLEWARE = 'responses that are kept do not pass middleware: write a guard or an interceptor';

/** Nest's Express adapter behind our request listener, writing responses that are bytes already. */
export class HttpAdapter extends ExpressAdapter {
  readonly routes: Route[] = [];
  private listener: RequestListener | undefined;

  constructor() {
    const app = express();
    app.disable('x-powered-by');
    // Tags are made once per cached body, not once per response.
    app.disable('etag');
    app.enable('case sensitive routing');
    // Queries are read strictly; nothing else may use Express's reading of them.
    app.set('query parser', false);
    super(app);
    app.use(inputMiddleware);
    for (const method of METHODS) {
      const register = this[method].bind(this) as (...route: readonly unknown[]) => unknown;
      this[method] = (...route: readonly unknown[]) => {
        if (typeof route[0] === 'string') this.routes.push(toRoute(method, route[0]));
        return register(...route);
      };
    }
  }

  get express(): Application {
    return this.getInstance<Application>();
  }

  /** Without a listener, as when only the OpenAPI description is made, no request gets a response. */
  attach(listener: RequestListener, connections: Connections, clientErrors: ClientErrors): void {
    this.listener = listener;
    const server = this.getHttpServer() as Server;
    connections.watch(server);
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      clientErrors.respond(error, socket);
    });
  }

  override initHttpServer(): void {
    const app = this.express;
    const options = { ...SERVER_OPTIONS, ...withPrototypesOf(app as ExpressApplication) };
    const server = createServer(options, (request, response) => {
      this.listener?.handle(request, response, (passed, reply) => {
        app(passed, reply);
      });
    });
    // RFC 9110 10.1.1: an expectation we do not know may be ignored; node:http would respond without the envelope.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.setHttpServer(server);
  }

  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    if (server.listening) await closeGracefully(server, CLOSE_TIMEOUT_MS);
  }

  /** Of `app.use`. @throws Error always */
  override use(): never {
    throw new Error(NO_MIDDLEWARE);
  }

  /** Of a module's `configure`. @throws Error always */
  override createMiddlewareFactory(): never {
    throw new Error(NO_MIDDLEWARE);
  }

  override setErrorHandler(handler: ErrorRequestHandler): unknown {
    return this.express.use(handler);
  }

  override setNotFoundHandler(): void {
    // The app has one for all paths, not only those of the prefix.
  }

  /** Nest would make exceptions of what Express throws, with words that repeat the request. */
  override mapException(error: unknown): unknown {
    return error;
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof OpenResponse) {
      body.send(response.req, response);
      return response;
    }
    if (body instanceof StreamedResponse) return body.send(response.req, response);
    if (!(body instanceof RenderedResponse)) return super.reply(response, body, statusCode) as unknown;
    return replyWith(response.req, response, body, statusCode ?? response.statusCode);
  }

  /** Responds to a request beside the interface, such as for a page, whose headers have the last word. */
  send(request: Request, response: Response, body: RenderedResponse, status = 200): unknown {
    if (body.mayBeFramed) response.removeHeader('X-Frame-Options');
    return sendResponse(request, response, requestIdOf(response), body, [], status);
  }
}

/** Express's types leave out what its messages inherit from. */
type ExpressApplication = Application & { readonly request: Request; readonly response: Response };

/**
 * The classes of requests and responses, made to inherit from Express's own prototypes. Express sets those on each message else, which
 * gives each a hidden class of its own: 2 KB a connection.
 */
function withPrototypesOf(
  app: ExpressApplication,
): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class ExpressRequest extends IncomingMessage {}
  class ExpressResponse<T extends IncomingMessage = IncomingMessage> extends ServerResponse<T> {}
  Object.setPrototypeOf(ExpressRequest.prototype, app.request);
  Object.setPrototypeOf(ExpressResponse.prototype, app.response);
  Object.assign(app, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}

const LOOK_AGAIN_MS = 50;

/**
 * Stops listening, lets requests in flight finish, and closes each connection when nothing is asked on it.
 *
 * @param timeoutMs after this connections are cut, whatever they are doing
 * @returns once no connection is left
 */
async function closeGracefully(server: Server, timeoutMs: number): Promise<void> {
  // server.close() looks for idle connections once; those that are busy now would be kept for another request.
  const closeIdle = setInterval(() => {
    server.closeIdleConnections();
  }, LOOK_AGAIN_MS);
  const timeout = setTimeout(() => {
    server.closeAllConnections();
  }, timeoutMs);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(closeIdle);
  clearTimeout(timeout);
}
