import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { TokenIdentity } from '../tokens/token-identity.js';

const admitted = new WeakMap<IncomingMessage, TokenIdentity>();

/** Called by the access gate alone: whom it let in with which request. */
export function rememberCaller(request: IncomingMessage, identity: TokenIdentity): void {
  admitted.set(request, identity);
}

/**
 * Hands a handler the `TokenIdentity` that the access gate let in. Always there for `bearer` and `owner` operations;
 * undefined for an anonymous caller of an `optional` one.
 */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  admitted.get(context.switchToHttp().getRequest<IncomingMessage>()),
);
