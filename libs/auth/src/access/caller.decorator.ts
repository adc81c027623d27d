import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TokenIdentity } from '../tokens/token-identity.js';

const identities = new WeakMap<IncomingMessage, TokenIdentity>();

/** Called by `BearerGuard` alone: whom it let in with which request. */
export function rememberIdentity(request: IncomingMessage, identity: TokenIdentity): void {
  identities.set(request, identity);
}

/** The identity that `BearerGuard` let in; undefined for an anonymous caller. */
export function callerOf(request: IncomingMessage): TokenIdentity | undefined {
  return identities.get(request);
}

/**
 * Hands a handler the `TokenIdentity` that `BearerGuard` let in. Always there for `bearer` and `owner` operations;
 * undefined for an anonymous caller of an `optional` one.
 */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callerOf(context.switchToHttp().getRequest<IncomingMessage>()),
);
