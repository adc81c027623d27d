import { Global, Module } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import { Settings } from '@slipway/settings';
import { ClientNetworks } from '../clients/client-networks.js';
import { findOperation } from '../operation/operation-metadata.js';
import { LimitStores } from './limit-stores.js';
import { RateLimiter, WINDOW_SECONDS } from './rate-limiter.js';

/** What counts requests. The app binds {@link RateLimitIdentity}. */
@Global()
@Module({
  imports: [ThrottlerModule.forRootAsync({ inject: [LimitStores, RateLimiter], useFactory: throttler })],
  providers: [
    {
      provide: LimitStores,
      useFactory: ({ redisUrl }: Settings) => LimitStores.open(redisUrl),
      inject: [Settings],
    },
    {
      provide: ClientNetworks,
      useFactory: ({ trustProxy }: Settings) => new ClientNetworks(trustProxy),
      inject: [Settings],
    },
    RateLimiter,
  ],
  exports: [LimitStores, ClientNetworks, RateLimiter],
})
export class LimitsModule {}

/** One throttler, so that `@Throttle({ default: .. })` and `@SkipThrottle()` mean what its documentation says. */
function throttler({ store }: LimitStores, limiter: RateLimiter): ThrottlerModuleOptions {
  return {
    storage: { increment: async (...hit) => await store.increment(...hit) },
    throttlers: [
      {
        ttl: WINDOW_SECONDS * 1_000,
        limit: (context) => limiter.limitOf(findOperation(context.getHandler())?.limit ?? 'read').limit,
      },
    ],
  };
}
