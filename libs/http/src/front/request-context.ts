import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** What we know about a request from its first moment on. */
export interface RequestContext {
  readonly requestId: string;
  /** `performance.now()` at the first moment. */
  readonly startedAt: number;
}

/** Strict, because the id is written to logs and echoed in a header. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

const running = new AsyncLocalStorage<RequestContext>();

export function openRequestContext(request: IncomingMessage): RequestContext {
  const sent = request.headers['x-request-id'];
  const requestId = typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID();
  return { requestId, startedAt: performance.now() };
}

/** Runs what handles a request, so that everything it starts can be logged under its id. */
export function runInRequestContext<T>(context: RequestContext, handle: () => T): T {
  return running.run(context, handle);
}

/** The id of the request being handled, or undefined outside of one. */
export function currentRequestId(): string | undefined {
  return running.getStore()?.requestId;
}
