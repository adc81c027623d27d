import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import {
  Global,
  Injectable,
  Module,
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  type INestApplication,
  type Type,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  AccessLog,
  CursorKeys,
  Cursors,
  FeatureSwitches,
  IndexHead,
  HttpAdapter,
  ApiPlatformModule,
  KnownToCache,
  Outages,
  PrimaryReads,
  RateLimitGuard,
  BuilderKeys,
  RateLimitIdentity,
  RequestObserver,
  SlowReaders,
  findOperation,
  type ConnectionEnd,
  type ErrorCode,
} from '@slipway/http';
import { MAX_LAG_SECONDS } from '@slipway/database';
import { loadSettings, Settings, SettingsModule } from '@slipway/settings';
import { parseAddress, type Address } from '@slipway/domain';
import { API_OPTIONS, initApi } from '../../apps/api/src/create-api.js';
import { DocsModule } from '../../apps/api/src/extras/docs/docs.module.js';
import { WebModule } from '../../apps/api/src/extras/web/web.module.js';
import { HealthModule } from '../../apps/api/src/platform/health/health.module.js';
import {
  ReadinessSource,
  type IndexerState,
  type WatchedHead,
} from '../../apps/api/src/platform/health/readiness-source.js';
import { ONE_DATABASE } from './service-ports.js';
import { MovableHead } from './http/movable-head.js';
import { SampleController } from './http/sample.controller.js';

/** So far above what suites ask for that only those about limits, which set their own, meet them. */
const OUT_OF_THE_WAY = 100_000_000;

/** Remembers what it is told of connections. */
@Injectable()
class TestObserver extends RequestObserver {
  open = 0;
  readonly ends: ConnectionEnd[] = [];
  readonly unparsed: ErrorCode[] = [];

  observe(): void {
    // Requests are looked for in the access log.
  }

  observeConnections(open: number): void {
    this.open = open;
  }

  observeUnparsed(code: ErrorCode): void {
    this.unparsed.push(code);
  }

  observeEnd(why: ConnectionEnd): void {
    this.ends.push(why);
  }
}

/** Counts what it is asked about, and refuses when told to. */
@Injectable()
@KnownToCache()
class TestGuard implements CanActivate {
  readonly calls: string[] = [];
  refusal: Error | null = null;

  canActivate(context: ExecutionContext): boolean {
    const operation = findOperation(context.getHandler());
    if (operation === undefined) return true;
    this.calls.push(operation.id);
    if (this.refusal !== null) throw this.refusal;
    return true;
  }
}

@Injectable()
class TestReadiness implements ReadinessSource {
  isDatabaseUp = true;
  lag = 0;
  unreadSeconds = 0;

  constructor(readonly head: MovableHead) {}

  async pingDatabase(): Promise<void> {
    if (!this.isDatabaseUp) await Promise.reject(new Error('connect ECONNREFUSED'));
  }

  indexer(): IndexerState {
    return { halted: null, repairing: null, failing: null };
  }

  current(): WatchedHead | null {
    const head = this.head.current();
    return head === null ? null : { ...head, lagSeconds: this.lag, isLagging: this.lag > MAX_LAG_SECONDS };
  }
}

/** Takes `Bearer 0x..` for a valid token of that wallet: what makes a token valid is not under test here. */
@Injectable()
class TestWallets extends RateLimitIdentity {
  walletOf({ headers }: IncomingMessage): Address | null {
    return parseAddress(headers.authorization?.replace('Bearer ', '') ?? '');
  }
}

/** No builder has a key. */
@Injectable()
class TestBuilderKeys extends BuilderKeys {
  find(): null {
    return null;
  }
}

/** One key for good: how keys rotate is not under test here. */
@Injectable()
class TestCursorKeys extends CursorKeys {
  private readonly key = randomBytes(32);

  signer(): Uint8Array {
    return this.key;
  }

  accepted(): readonly Uint8Array[] {
    return [this.key];
  }
}

/** A little more than the time from one look to the next. */
const LONGEST_LOOK_MS = 2_500;

/** Counts no time in which this process stood still: its clients, which are in it too, read nothing meanwhile. */
class RunningSlowReaders extends SlowReaders {
  private lookedAt = performance.now();
  private ranMs = 0;

  override find(sockets: Iterable<Socket>, now: number): Socket[] {
    this.ranMs += Math.min(now - this.lookedAt, LONGEST_LOOK_MS);
    this.lookedAt = now;
    return super.find(sockets, this.ranMs);
  }
}

const isRefusedConnection = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

@Global()
@Module({
  providers: [
    MovableHead,
    TestGuard,
    TestReadiness,
    TestObserver,
    { provide: IndexHead, useExisting: MovableHead },
    { provide: PrimaryReads, useValue: ONE_DATABASE },
    { provide: ReadinessSource, useExisting: TestReadiness },
    { provide: RequestObserver, useExisting: TestObserver },
    { provide: FeatureSwitches, useValue: { isOn: () => true } },
    { provide: CursorKeys, useClass: TestCursorKeys },
    { provide: BuilderKeys, useClass: TestBuilderKeys },
    { provide: RateLimitIdentity, useClass: TestWallets },
    { provide: Outages, useValue: { isOutage: isRefusedConnection } },
  ],
  exports: [
    MovableHead,
    TestGuard,
    IndexHead,
    PrimaryReads,
    ReadinessSource,
    RequestObserver,
    FeatureSwitches,
    CursorKeys,
    BuilderKeys,
    RateLimitIdentity,
    Outages,
  ],
})
class SourcesModule {}

/** An API of sample routes on the real request listener, filters, pipes and cache. */
@Module({
  imports: [SettingsModule, SourcesModule, ApiPlatformModule, HealthModule, WebModule, DocsModule],
  controllers: [SampleController],
  providers: [
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: APP_GUARD, useExisting: TestGuard },
  ],
})
class SampleApiModule {}

export interface SampleApiOptions {
  readonly accessLog?: (lines: string) => void;
  readonly settings?: Partial<Settings>;
  /** So long a client may take next to nothing of what it asked for; 30 s, when it is not said. */
  readonly slowReadersWithinMs?: number;
  /** Modules beside the samples. */
  readonly modules?: readonly (Type | DynamicModule)[];
  /** What a `main.ts` would do with the app before it is initialised. */
  readonly configure?: (app: INestApplication) => void;
}

export interface RunningSampleApi {
  readonly app: INestApplication;
  readonly port: number;
  /** Such as `http://127.0.0.1:4711`, without the prefix. */
  readonly origin: string;
  readonly head: MovableHead;
  readonly guard: TestGuard;
  readonly observer: TestObserver;
  readonly readiness: TestReadiness;
  readonly samples: SampleController;
  readonly cursors: Cursors;
  readonly accessLines: string[];
}

/** Starts the sample API on a free port, its head at block 7. */
export async function startSampleApi(
  port = 0,
  { accessLog, settings = {}, slowReadersWithinMs, modules = [], configure }: SampleApiOptions = {},
): Promise<RunningSampleApi> {
  const accessLines: string[] = [];
  const sink = accessLog ?? ((lines: string) => accessLines.push(...lines.trimEnd().split('\n')));
  const module = await Test.createTestingModule({ imports: [SampleApiModule, ...modules] })
    .overrideProvider(Settings)
    .useValue(
      Object.assign({}, loadSettings({}), {
        rateLimitReadPerMinute: OUT_OF_THE_WAY,
        rateLimitHeavyPerMinute: OUT_OF_THE_WAY,
        maxConnections: OUT_OF_THE_WAY,
        maxConnectionsPerAddress: OUT_OF_THE_WAY,
        shutdownDrainSeconds: 0,
        ...settings,
      } satisfies Partial<Settings>),
    )
    .overrideProvider(AccessLog)
    .useValue(new AccessLog(sink))
    .overrideProvider(SlowReaders)
    .useValue(new RunningSlowReaders(slowReadersWithinMs))
    .compile();
  const app = module.createNestApplication(new HttpAdapter(), { ...API_OPTIONS, logger: false });
  configure?.(app);
  await initApi(app);
  await app.listen(port, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const address = server.address() as AddressInfo;
  const head = app.get(MovableHead);
  head.moveTo(7n);
  return {
    app,
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    head,
    guard: app.get(TestGuard),
    observer: app.get(TestObserver),
    readiness: app.get(TestReadiness),
    samples: app.get(SampleController),
    cursors: app.get(Cursors),
    accessLines,
  };
}
