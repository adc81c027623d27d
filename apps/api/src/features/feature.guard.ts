import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Flags } from '@slipway/flags';
import { ApiError, findOperation, KnownToCache } from '@slipway/http';

/**
 * Refuses operations whose feature operators have switched off. Asked last: a caller who may not call an operation is
 * told so (401, 403) whether or not it is on.
 */
@Injectable()
@KnownToCache()
export class FeatureGuard implements CanActivate {
  constructor(private readonly flags: Flags) {}

  canActivate(context: ExecutionContext): boolean {
    const flag = findOperation(context.getHandler())?.flag ?? null;
    if (flag === null || this.flags.isOn(flag)) return true;
    throw new ApiError('service_unavailable', {
      message: `The feature ${flag} is switched off for now.`,
      details: { feature: flag },
    });
  }
}
