import {
  Module,
  type CanActivate,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import type { TrustProxy } from '#env';
import {
  APP_FILTER,
  APP_GUARD,
  APP_INTERCEPTOR,
  APP_PIPE,
  DiscoveryModule,
  HttpAdapterHost,
} from '@nestjs/core';
import { CacheableRoutes, PlatformEnhancers } from './cache/cacheable-routes.js';
import { HeadSource } from './cache/head-source.js';
import { ResponseCache } from './cache/response-cache.js';
import { ResponseCacheMiddleware } from './cache/response-cache.middleware.js';
import { ResponseInterceptor } from './cache/response.interceptor.js';
import { ClientNetworks } from './clients/client-networks.js';
import { Connections, type ConnectionLimits } from './connections/connections.js';
import { ApiExceptionFilter } from './errors/api-exception.filter.js';
import { ErrorResponder } from './errors/error-responder.js';
import { Drain } from './front/drain.js';
import { FrontDoor } from './front/front-door.js';
import { HttpAdapter } from './front/http-adapter.js';
import { ClientErrors } from './front/client-errors.js';
import { MiddlewareLayers } from './front/middleware-layers.js';
import { RequestObserver } from './front/request-observer.js';
import { RouteTable } from './front/route-table.js';
import { InputInterceptor } from './input/input.interceptor.js';
import { LimitsModule, type LimitSettings } from './limits/limits.module.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import type { RateLimitIdentity } from './limits/rate-limit-identity.js';
import { RateLimiter } from './limits/rate-limiter.js';
import { AccessLog, type LogSink } from './logging/access-log.js';
import { FeatureSwitches } from './operation/feature-switches.js';
import { OperationRoutes } from './operation/operation-routes.js';
import { CursorKeys } from './paging/cursor-keys.js';
import { Cursors } from './paging/cursors.js';
import { StrictValidationPipe } from './validation/strict-validation.pipe.js';

export interface HttpModuleOptions {
  /** Modules that export the head source, the guards and what else is named here. */
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  /** Which exported provider knows the indexed head. */
  readonly head: Type<HeadSource>;
  /** Whether an error says that the database cannot answer now: it becomes `service_unavailable`. */
  readonly isOutage: (error: unknown) => boolean;
  /** How often clients may ask: asked before all guards. */
  readonly limits: LimitSettings;
  /** How many connections clients may hold. */
  readonly connections: ConnectionLimits;
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustProxy: TrustProxy;
  /** Which provider knows the wallet of a token; without one every client is its network. */
  readonly identity?: Type<RateLimitIdentity>;
  /** Which exported provider has the keys that cursors are authenticated with. */
  readonly cursorKeys: Type<CursorKeys>;
  /** Exported guards of every route, asked in this order after the rate limit. */
  readonly guards?: readonly Type<CanActivate>[];
  /** Which exported provider knows what operators have switched on; without one everything is. */
  readonly features?: Type<FeatureSwitches>;
  readonly cacheBytes?: number;
  /** How long, after the signal to stop, answers go on while readiness says no (default: not at all). */
  readonly drainSeconds?: number;
  /** Which provider hears of every answered request. */
  readonly observer?: Type<RequestObserver>;
  /** Where access log lines go; null keeps none. Default: standard output. */
  readonly accessLog?: LogSink | null;
}

const DEFAULT_CACHE_BYTES = 64 * 1_024 * 1_024;
const CACHE_MAX_AGE_MS = 15_000;

/** What stands around every handler, besides the guards that the app names. */
const OWN_ENHANCERS: readonly Type[] = [
  RateLimitGuard,
  InputInterceptor,
  ResponseInterceptor,
  StrictValidationPipe,
  ApiExceptionFilter,
];

/** Everything an HTTP app of ours needs once: guards, input, cache, errors and the front door. */
@Module({})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly accessLog: AccessLog) {}

  static register({
    imports = [],
    head,
    isOutage,
    guards = [],
    limits,
    trustProxy,
    identity,
    features,
    connections,
    cursorKeys,
    cacheBytes = DEFAULT_CACHE_BYTES,
    drainSeconds = 0,
    observer,
    accessLog = writeToStdout,
  }: HttpModuleOptions): DynamicModule {
    return {
      module: HttpModule,
      global: true,
      imports: [
        ...imports,
        DiscoveryModule,
        LimitsModule.register({ imports, limits, trustProxy, identity }),
      ],
      providers: [
        { provide: Drain, useFactory: () => new Drain(drainSeconds) },
        observer === undefined
          ? { provide: RequestObserver, useValue: null }
          : { provide: RequestObserver, useExisting: observer },
        { provide: HeadSource, useExisting: head },
        { provide: CursorKeys, useExisting: cursorKeys },
        Cursors,
        { provide: AccessLog, useFactory: () => new AccessLog(accessLog) },
        features === undefined
          ? { provide: FeatureSwitches, useValue: { isOn: () => true } }
          : { provide: FeatureSwitches, useExisting: features },
        OperationRoutes,
        { provide: PlatformEnhancers, useValue: { classes: [...OWN_ENHANCERS, ...guards] } },
        CacheableRoutes,
        {
          provide: MiddlewareLayers,
          useFactory: (host: HttpAdapterHost<HttpAdapter>) => host.httpAdapter.layers,
          inject: [HttpAdapterHost],
        },
        {
          provide: ResponseCache,
          useFactory: (source: HeadSource) =>
            new ResponseCache(source, { maxBytes: cacheBytes, maxAgeMs: CACHE_MAX_AGE_MS, isOutage }),
          inject: [HeadSource],
        },
        {
          provide: ResponseCacheMiddleware,
          useFactory: (...parts: ConstructorParameters<typeof ResponseCacheMiddleware>) =>
            new ResponseCacheMiddleware(...parts),
          inject: [ResponseCache, RateLimiter, FeatureSwitches],
        },
        {
          provide: RouteTable,
          useFactory: (host: HttpAdapterHost<HttpAdapter>) => new RouteTable(() => host.httpAdapter.express),
          inject: [HttpAdapterHost],
        },
        {
          provide: ErrorResponder,
          useFactory: (routes: RouteTable) => new ErrorResponder(isOutage, routes),
          inject: [RouteTable],
        },
        {
          provide: ClientErrors,
          useFactory: (clients: ClientNetworks, told: RequestObserver | null) =>
            new ClientErrors(clients, told),
          inject: [ClientNetworks, RequestObserver],
        },
        {
          provide: Connections,
          useFactory: (clients: ClientNetworks, told: RequestObserver | null) =>
            new Connections(connections, clients, told),
          inject: [ClientNetworks, RequestObserver],
        },
        {
          provide: FrontDoor,
          useFactory: (...parts: ConstructorParameters<typeof FrontDoor>) => new FrontDoor(...parts),
          inject: [
            ResponseCacheMiddleware,
            RouteTable,
            ErrorResponder,
            AccessLog,
            ClientNetworks,
            Drain,
            RateLimiter,
            Connections,
            RequestObserver,
          ],
        },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        ...guards.map((guard) => ({ provide: APP_GUARD, useExisting: guard })),
        { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
        { provide: APP_PIPE, useClass: StrictValidationPipe },
        { provide: APP_FILTER, useClass: ApiExceptionFilter },
      ],
      exports: [Cursors, Drain, OperationRoutes, CacheableRoutes],
    };
  }

  onApplicationShutdown(): void {
    this.accessLog.flush();
  }
}

function writeToStdout(lines: string): void {
  process.stdout.write(lines);
}
