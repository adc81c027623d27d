import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  INTERCEPTORS_METADATA,
  REDIRECT_METADATA,
  ROUTE_ARGS_METADATA,
  RouteParamtypes,
} from '@nestjs/common/internal';
import { DiscoveryService } from '@nestjs/core';
import { hasOwnThrottle } from '../limits/rate-limit.guard.js';
import type { DeclaredRoute } from '../operation/declared-routes.js';
import { findOperation, isKnownToCache } from '../operation/operation-metadata.js';
import { OperationRoutes } from '../operation/operation-routes.js';

/** What a route may declare that the cache does not know of. */
const OWN_METADATA = [
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  EXCEPTION_FILTERS_METADATA,
  HEADERS_METADATA,
  REDIRECT_METADATA,
];

/** Parameters that are functions of the URL. All others make the response one request's own. */
const URL_PARAMETERS: readonly string[] = [RouteParamtypes.QUERY, RouteParamtypes.PARAM].map(String);

const GLOBAL_ENHANCER = /^APP_(GUARD|INTERCEPTOR|PIPE|FILTER) \(UUID/;

/**
 * The routes whose responses are functions of URL and data alone, found once at the start: shared reads without guards,
 * interceptors, filters, headers or limits of their own, whose handlers take parameters of the URL only.
 */
@Injectable()
export class CacheableRoutes implements OnApplicationBootstrap {
  private handlers: ReadonlySet<unknown> = new Set();

  constructor(
    private readonly routes: OperationRoutes,
    private readonly discovery: DiscoveryService,
  ) {}

  onApplicationBootstrap(): void {
    const foreign = this.foreignEnhancers();
    if (foreign.length > 0) {
      new Logger('ResponseCache').warn(
        `nothing is cached, since these apply to every route: ${foreign.join(', ')}`,
      );
      return;
    }
    const scoped = this.requestScopedControllers();
    const cacheable = this.routes
      .list()
      .filter((route) => !scoped.has(route.controller) && isFunctionOfUrl(route));
    this.handlers = new Set(cacheable.map(({ handler }) => handler));
  }

  has(handler: unknown): boolean {
    return this.handlers.has(handler);
  }

  /** Global guards, interceptors, pipes and filters that the cache does not know of. */
  private foreignEnhancers(): string[] {
    return this.discovery
      .getProviders()
      .filter(({ token }) => typeof token === 'string' && GLOBAL_ENHANCER.test(token))
      .map(({ instance, metatype }) => (instance as object | null)?.constructor ?? metatype)
      .filter((type) => !isKnownToCache(type))
      .map((type) => type?.name ?? 'unnamed');
  }

  /** A controller that is made anew for each request may have been given the request. */
  private requestScopedControllers(): ReadonlySet<unknown> {
    const scoped = this.discovery.getControllers().filter((wrapper) => !wrapper.isDependencyTreeStatic());
    return new Set(scoped.map(({ metatype }) => metatype));
  }
}

function isFunctionOfUrl({ controller, handler }: DeclaredRoute): boolean {
  if (findOperation(handler)?.caching !== 'block' || hasOwnThrottle(handler, controller)) return false;
  if (OWN_METADATA.some((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, controller)))
    return false;
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as object;
  return Object.keys(parameters).every((key) => URL_PARAMETERS.includes(key.split(':')[0] ?? ''));
}
