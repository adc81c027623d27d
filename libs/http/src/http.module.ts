import {
  Module,
  type DynamicModule,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import type { TrustProxy } from '#env';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { AnswerInterceptor } from './cache/answer.interceptor.js';
import { HeadSource } from './cache/head-source.js';
import { HitPath } from './cache/hit-path.js';
import { ReadCache } from './cache/read-cache.js';
import { ClientNetworks } from './clients/client-networks.js';
import { Connections, type ConnectionLimits } from './connections/connections.js';
import { ApiExceptionFilter } from './errors/api-exception.filter.js';
import { ErrorResponder } from './errors/error-responder.js';
import { Drain } from './front/drain.js';
import { FrontDoor } from './front/front-door.js';
import { HttpAdapter } from './front/http-adapter.js';
import { ClientErrors } from './front/client-errors.js';
import { RequestObserver } from './front/request-observer.js';
import { RouteTable } from './front/route-table.js';
import type { Gate } from './gates/gate.js';
import { GateGuard } from './gates/gate.guard.js';
import { Gatekeeper } from './gates/gatekeeper.js';
import { InputInterceptor } from './input/input.interceptor.js';
import type { CallerWallets } from './limits/caller-wallets.js';
import { LimitGate } from './limits/limit.gate.js';
import { LimitsModule, type LimitSettings } from './limits/limits.module.js';
import { AccessLog, type LogSink } from './logging/access-log.js';
import { CursorKeys } from './paging/cursor-keys.js';
import { Cursors } from './paging/cursors.js';
import { StrictValidationPipe } from './validation/strict-validation.pipe.js';

export interface HttpModuleOptions {
  /** Modules that export the head source and what the gates need. */
  readonly imports?: NonNullable<ModuleMetadata['imports']>;
  /** Which exported provider knows the indexed head. */
  readonly head: Type<HeadSource>;
  /** Whether an error says that the database cannot answer now: it becomes `service_unavailable`. */
  readonly isOutage: (error: unknown) => boolean;
  /** How often clients may ask: asked before all other gates. */
  readonly limits: LimitSettings;
  /** How many connections clients may hold. */
  readonly connections: ConnectionLimits;
  /** Whose `X-Forwarded-For` is believed. */
  readonly trustProxy: TrustProxy;
  /** Which provider knows the wallet of a token; without one every client is its network. */
  readonly wallets?: Type<CallerWallets>;
  /** Which exported provider has the keys that cursors are authenticated with. */
  readonly cursorKeys: Type<CursorKeys>;
  /** Exported providers that decide who may ask: asked in this order. */
  readonly gates?: readonly Type<Gate>[];
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

/** Everything an HTTP app of ours needs once: gates, input, cache, errors and the front door. */
@Module({})
export class HttpModule implements OnApplicationShutdown {
  constructor(private readonly accessLog: AccessLog) {}

  static register({
    imports = [],
    head,
    isOutage,
    gates = [],
    limits,
    trustProxy,
    wallets,
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
      imports: [...imports, LimitsModule.register({ imports, limits, trustProxy, wallets })],
      providers: [
        { provide: Drain, useFactory: () => new Drain(drainSeconds) },
        observer === undefined
          ? { provide: RequestObserver, useValue: null }
          : { provide: RequestObserver, useExisting: observer },
        { provide: HeadSource, useExisting: head },
        { provide: CursorKeys, useExisting: cursorKeys },
        Cursors,
        { provide: AccessLog, useFactory: () => new AccessLog(accessLog) },
        {
          provide: Gatekeeper,
          useFactory: (...asked: Gate[]) => new Gatekeeper(asked),
          inject: [LimitGate, ...gates],
        },
        {
          provide: ReadCache,
          useFactory: (source: HeadSource) =>
            new ReadCache(source, { maxBytes: cacheBytes, maxAgeMs: CACHE_MAX_AGE_MS, isOutage }),
          inject: [HeadSource],
        },
        {
          provide: HitPath,
          useFactory: (cache: ReadCache, gatekeeper: Gatekeeper) => new HitPath(cache, gatekeeper),
          inject: [ReadCache, Gatekeeper],
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
            HitPath,
            RouteTable,
            ErrorResponder,
            AccessLog,
            ClientNetworks,
            Drain,
            LimitGate,
            Connections,
            RequestObserver,
          ],
        },
        { provide: APP_GUARD, useClass: GateGuard },
        { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
        { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
        { provide: APP_PIPE, useClass: StrictValidationPipe },
        { provide: APP_FILTER, useClass: ApiExceptionFilter },
      ],
      exports: [Cursors, Drain],
    };
  }

  onApplicationShutdown(): void {
    this.accessLog.flush();
  }
}

function writeToStdout(lines: string): void {
  process.stdout.write(lines);
}
