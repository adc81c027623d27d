import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Feature } from '@slipway/domain';
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
    expectFeature(this.flags, findOperation(context.getHandler())?.flag ?? null);
    return true;
  }
}

/** @throws ApiError `service_unavailable` while operators have switched the feature off */
export function expectFeature(flags: Pick<Flags, 'isOn'>, flag: Feature | null): void {
  if (flag === null || flags.isOn(flag)) return;
  throw new ApiError('service_unavailable', {
    message: `The feature ${flag} is switched off for now.`,
    details: { feature: flag },
  });
}
