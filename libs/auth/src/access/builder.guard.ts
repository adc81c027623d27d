import type { IncomingMessage } from 'node:http';
import { createParamDecorator, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiError, BuilderKeys, findOperation, KnownToCache, type Builder } from '@slipway/http';

const builders = new WeakMap<IncomingMessage, Builder>();

/** Lets only a builder that may have webhooks into `builder` operations. A key that does not hold was refused when it was counted. */
@Injectable()
@KnownToCache()
export class BuilderGuard implements CanActivate {
  constructor(private readonly keys: BuilderKeys) {}

  canActivate(context: ExecutionContext): boolean {
    if (findOperation(context.getHandler())?.access !== 'builder') return true;
    const request = context.switchToHttp().getRequest<IncomingMessage>();
    const builder = this.keys.ofRequest(request);
    if (builder === null) throw new ApiError('unauthorized', { message: 'A key is required, as X-Api-Key.' });
    if (!builder.hasWebhooks)
      throw new ApiError('forbidden', {
        message: 'The key is not for webhooks.',
        details: { reason: 'webhooks_not_allowed' },
      });
    builders.set(request, builder);
    return true;
  }
}

/** Hands a handler of a `builder` operation the name of the builder that `BuilderGuard` let in. */
export const CallingBuilder = createParamDecorator(
  (_data: unknown, context: ExecutionContext) =>
    builders.get(context.switchToHttp().getRequest<IncomingMessage>())?.name,
);
