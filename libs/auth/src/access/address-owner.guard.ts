import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { AddressPipe, ApiError, findOperation, KnownToCache } from '@slipway/http';
import { callerOf } from './caller.decorator.js';

/** Reads the wallet that an owner operation's path names. */
const addressPipe = new AddressPipe();

/**
 * Lets only the wallet of the path's `:address` into `owner` operations: 400 for a text that is no address, then 403 for
 * another wallet's, the same whether that wallet exists. Stands after `BearerGuard`.
 */
@Injectable()
@KnownToCache()
export class AddressOwnerGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (findOperation(context.getHandler())?.access !== 'owner') return true;
    const request = context.switchToHttp().getRequest<Request<{ readonly address?: string }>>();
    const owner = addressPipe.transform(request.params.address ?? '', { type: 'param', data: 'address' });
    if (owner !== callerOf(request)?.wallet) throw new ApiError('forbidden');
    return true;
  }
}
