import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, findOperation, KnownToCache } from '@slipway/http';
import { readBearerToken } from './bearer-token.js';
import { rememberIdentity } from './caller.decorator.js';
import { TokenAuthenticator } from './token-authenticator.js';

/**
 * Asks for a token where the operation's `access` does (docs/http-contract.md section 3): always for `bearer` and `owner`, a valid
 * one or none for `optional`. Others ignore tokens: there they only choose the rate budget.
 */
@Injectable()
@KnownToCache()
export class BearerGuard implements CanActivate {
  constructor(private readonly authenticator: TokenAuthenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = findOperation(context.getHandler())?.access ?? 'public';
    const request = context.switchToHttp().getRequest<Request>();
    if (
      access === 'public' ||
      access === 'builder' ||
      (access === 'optional' && readBearerToken(request) === null)
    )
      return true;
    const identity = await this.authenticator.verifyNotRevoked(request);
    if (identity === null)
      throw new ApiError('unauthorized', {
        message:
          readBearerToken(request) === null
            ? 'A bearer token is required.'
            : 'The bearer token is not valid.',
      });
    rememberIdentity(request, identity);
    return true;
  }
}
