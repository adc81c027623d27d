import { Module, type DynamicModule, type ModuleMetadata, type Type } from '@nestjs/common';
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { TrustProxy } from '#env';
import { ClientNetworks } from '../clients/client-networks.js';
import { findOperation } from '../operation/operation-metadata.js';
import { LimitStores } from './limit-stores.js';
import { LimitStoresModule } from './limit-stores.module.js';
import { NoTokens, RateLimitIdentity } from './rate-limit-identity.js';
import { RateLimitBudgets, RateLimiter, WINDOW_SECONDS, type LimitBudgets } from './rate-limiter.js';

export interface LimitSettings {
  readonly budgets: LimitBudgets;
  /** Where instances share their counts; null when each counts for itself. */
  readonly redisUrl: string | null;
}

interface LimitsModuleOptions {
  /** Modules that export the identity. */
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  readonly limits: LimitSettings;
  readonly trustProxy: TrustProxy;
  readonly identity?: Type<RateLimitIdentity> | undefined;
}

/** What counts requests, and where it takes a client's identity from. */
@Module({})
export class LimitsModule {
  static register({ imports, limits, trustProxy, identity = NoTokens }: LimitsModuleOptions): DynamicModule {
    const stores = LimitStoresModule.register(limits.redisUrl);
    return {
      module: LimitsModule,
      imports: [...imports, stores, throttlerModule(limits.budgets, stores)],
      providers: [
        NoTokens,
        { provide: RateLimitIdentity, useExisting: identity },
        { provide: RateLimitBudgets, useValue: limits.budgets },
        { provide: ClientNetworks, useFactory: () => new ClientNetworks(trustProxy) },
        RateLimiter,
      ],
      exports: [RateLimiter, ClientNetworks],
    };
  }
}

/** One throttler, so that `@Throttle({ default: .. })` and `@SkipThrottle()` mean what its documentation says. */
function throttlerModule(budgets: LimitBudgets, stores: DynamicModule): DynamicModule {
  return ThrottlerModule.forRootAsync({
    imports: [stores],
    inject: [LimitStores],
    useFactory: ({ store }: LimitStores): ThrottlerModuleOptions => ({
      storage: { increment: async (...hit) => await store.increment(...hit) },
      throttlers: [
        {
          ttl: WINDOW_SECONDS * 1_000,
          limit: (context) => budgets[findOperation(context.getHandler())?.limit ?? 'read'],
        },
      ],
    }),
  });
}
