import type { IncomingMessage } from 'node:http';
import type { ApiError } from '@slipway/http';
import type { Address } from '@slipway/domain';

/** Who sends a message, and whether its budget is used up. */
export interface McpCaller {
  readonly request: IncomingMessage;
  /** The wallet of the token; null without one. */
  readonly wallet: Address | null;
  /** Why its tool call is refused, which the model shall read; null when it may go on. */
  readonly refusal: ApiError | null;
}

const callers = new WeakMap<IncomingMessage, McpCaller>();

/** Called by `McpGuard` alone. */
export function rememberCaller(caller: McpCaller): void {
  callers.set(caller.request, caller);
}

/** @throws TypeError for a request that the guard has not let in */
export function callerOf(request: IncomingMessage): McpCaller {
  const caller = callers.get(request);
  if (caller === undefined) throw new TypeError('McpGuard must stand before');
  return caller;
}
