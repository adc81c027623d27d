import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export const REQUEST_ID_HEADER = 'X-Request-Id';

/** Strict, because the id is written to logs and echoed in a header. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,64}$/;

const runningId = new AsyncLocalStorage<string>();

/** The client's own id for its request, where it is a plain one, or a new one. */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTED_ID.test(sent) ? sent : randomUUID();
}

/** Runs what handles a request, so that everything it starts can be logged under its id. */
export function runWithRequestId(requestId: string, handle: () => void): void {
  runningId.run(requestId, handle);
}

/** The id of the request being handled, or undefined outside of one. */
export function currentRequestId(): string | undefined {
  return runningId.getStore();
}

/** The id of the request a response belongs to: the request listener sets it before anything else sees the request. */
export function requestIdOf(response: ServerResponse): string {
  const id = response.getHeader(REQUEST_ID_HEADER);
  return typeof id === 'string' ? id : '';
}
