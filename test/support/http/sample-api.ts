import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
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
import {
  CursorKeys,
  Cursors,
  HttpModule,
  RateLimitIdentity,
  RequestObserver,
  findOperation,
  type ConnectionEnd,
  type ConnectionLimits,
  type ErrorCode,
  type LimitSettings,
} from '#http';
import { MAX_LAG_SECONDS } from '#database';
import type { TrustProxy } from '#env';
import { parseAddress, type Address } from '#values';
import { createApi } from '../../../apps/api/src/create-api.js';
import { HealthModule } from '../../../apps/api/src/health/health.module.js';
import type { ReadinessSource, WatchedHead } from '../../../apps/api/src/health/readiness-source.js';
import { MovableHead } from './movable-head.js';
import { SampleController } from './sample.controller.js';

/** So far above what suites ask for that only those about limits, which set their own, meet them. */
const DEFAULT_LIMITS: LimitSettings = { budgets: { read: 100_000_000, heavy: 100_000_000 }, redisUrl: null };

const MANY_CONNECTIONS: ConnectionLimits = { max: 100_000, maxPerAddress: 100_000 };

/** Remembers what it is told of connections. */
@Injectable()
export class TestObserver extends RequestObserver {
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
export class TestGuard implements CanActivate {
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
  haltedReason(): string | null {
    return null;
  }

  indexFailure(): null {
    return null;
  }

  isDatabaseUp = true;
  lag = 0;

  constructor(readonly head: MovableHead) {}

  async pingDatabase(): Promise<void> {
    if (!this.isDatabaseUp) await Promise.reject(new Error('connect ECONNREFUSED'));
  }

  currentHead(): WatchedHead | null {
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

@Global()
@Module({
  providers: [MovableHead, TestGuard, TestObserver, TestReadiness, TestWallets, TestCursorKeys],
  exports: [MovableHead, TestGuard, TestObserver, TestReadiness, TestWallets, TestCursorKeys],
})
class SourcesModule {}

@Module({ imports: [SourcesModule], controllers: [SampleController] })
class SamplesModule {}

@Module({})
class SampleApiModule {}

export interface SampleApiOptions {
  readonly accessLog?: ((lines: string) => void) | null;
  readonly limits?: LimitSettings;
  readonly connections?: ConnectionLimits;
  readonly trustProxy?: TrustProxy;
  /** Modules beside the samples. */
  readonly modules?: readonly (Type | DynamicModule)[];
  /** What a `main.ts` would do with the app before it is initialised. */
  readonly configure?: (app: INestApplication) => void;
}

/** An API of sample routes on the real front door, filters, pipes and cache. */
export function sampleApiModule({
  accessLog = null,
  limits = DEFAULT_LIMITS,
  connections = MANY_CONNECTIONS,
  trustProxy = 0,
  modules = [],
}: SampleApiOptions = {}): DynamicModule {
  return {
    module: SampleApiModule,
    imports: [
      HttpModule.register({
        imports: [SourcesModule],
        head: MovableHead,
        limits,
        connections,
        observer: TestObserver,
        trustProxy,
        identity: TestWallets,
        cursorKeys: TestCursorKeys,
        guards: [TestGuard],
        isOutage: (error) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED',
        accessLog,
      }),
      HealthModule.register({ imports: [SourcesModule], readiness: TestReadiness }),
      SamplesModule,
      ...modules,
    ],
  };
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
export async function startSampleApi(port = 0, options: SampleApiOptions = {}): Promise<RunningSampleApi> {
  const accessLines: string[] = [];
  const root = sampleApiModule({
    accessLog: (lines) => accessLines.push(...lines.trimEnd().split('\n')),
    ...options,
  });
  const app = await createApi(root, {
    publicBaseUrl: 'http://localhost:3000/v1',
    logger: false,
    configure: options.configure,
  });
  await app.listen(port, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  const address = server.address() as AddressInfo;
  const head = app.get(MovableHead, { strict: false });
  head.moveTo(7n);
  return {
    app,
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    head,
    guard: app.get(TestGuard, { strict: false }),
    observer: app.get(TestObserver, { strict: false }),
    readiness: app.get(TestReadiness, { strict: false }),
    samples: app.get(SampleController, { strict: false }),
    cursors: app.get(Cursors, { strict: false }),
    accessLines,
  };
}
