import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { Settings } from '@slipway/settings';
import { IndexHead } from './cache/index-head.js';
import { ResponseCache } from './cache/response-cache.js';
import { ResponseCacheMiddleware } from './cache/response-cache.middleware.js';
import { ResponseInterceptor } from './cache/response.interceptor.js';
import { Connections } from './connections/connections.js';
import { SlowReaders } from './connections/slow-readers.js';
import { Outages } from './errors/outages.js';
import { FreshReads } from './freshness/fresh-reads.js';
import { FreshnessInterceptor } from './freshness/freshness.interceptor.js';
import { InputInterceptor } from './input/input.interceptor.js';
import { LimitsModule } from './limits/limits.module.js';
import { AccessLog } from './logging/access-log.js';
import { OperationRoutes } from './operation/operation-routes.js';
import { Cursors } from './paging/cursor-codec.js';
import { RouteTable } from './routing/route-table.js';
import { ClientErrors } from './server/client-errors.js';
import { Drain } from './server/drain.js';
import { ErrorResponder } from './server/error-responder.js';
import { RequestListener } from './server/request-listener.js';
import { StrictValidationPipe } from './validation/strict-validation.pipe.js';

const CACHE_MAX_AGE_MS = 15_000;

/**
 * Everything an HTTP app of ours needs once: input, cache, errors and the request listener. The app registers its guards, of
 * which {@link RateLimitGuard} comes first. It binds in a global module what this one asks for: {@link IndexHead}, {@link
 * PrimaryReads}, {@link Outages}, {@link RequestObserver}, {@link FeatureSwitches}, {@link CursorKeys} and {@link
 * RateLimitIdentity}.
 */
@Global()
@Module({
  imports: [DiscoveryModule, LimitsModule],
  providers: [
    Drain,
    Cursors,
    FreshReads,
    { provide: AccessLog, useFactory: () => new AccessLog() },
    OperationRoutes,
    {
      provide: ResponseCache,
      useFactory: (head: IndexHead, outages: Outages, { readCacheMb }: Settings) =>
        new ResponseCache(head, {
          maxBytes: readCacheMb * 1_024 * 1_024,
          maxAgeMs: CACHE_MAX_AGE_MS,
          isOutage: (error) => outages.isOutage(error),
        }),
      inject: [IndexHead, Outages, Settings],
    },
    ResponseCacheMiddleware,
    RouteTable,
    ErrorResponder,
    ClientErrors,
    { provide: SlowReaders, useFactory: () => new SlowReaders() },
    Connections,
    RequestListener,
    { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
    { provide: APP_INTERCEPTOR, useClass: FreshnessInterceptor },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_PIPE, useClass: StrictValidationPipe },
    { provide: APP_FILTER, useExisting: ErrorResponder },
  ],
  exports: [Cursors, Drain, ErrorResponder, FreshReads],
})
export class ApiPlatformModule {}
