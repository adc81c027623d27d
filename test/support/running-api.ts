import type { AddressInfo, Server } from 'node:net';
import type { INestApplication, Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { rotateKeys } from '@slipway/auth';
import { PrismaService, ReadServers, type PoolSettings } from '@slipway/database';
import { AccessLog, HttpAdapter } from '@slipway/http';
import { loadSettings, Settings } from '@slipway/settings';
import { AppModule } from '../../apps/api/src/app.module.js';
import { API_OPTIONS, initApi } from '../../apps/api/src/create-api.js';
import { freePort } from './free-port.js';

/** Of this process: APIs that a suite starts share them, as instances of one deployment do. */
export const SIGNING_KEYS = rotateKeys(null, new Date(0), new Date());

export const PUBLIC_BASE_URL = 'http://localhost:3000/v1';

/** Far above what any suite asks for; suites about limits set their own. */
const OUT_OF_THE_WAY = 1_000_000;

/** On a machine that others use too, statements and their wait for a connection take longer than production gives them. */
const PATIENCE = { statementTimeoutMs: 60_000, poolTimeoutMs: 60_000 };

/** The real API in this process, on a free port. */
export interface RunningApi {
  readonly port: number;
  /** Such as `http://127.0.0.1:4711`, without the prefix. */
  readonly origin: string;
  readonly app: INestApplication;
  /** Gets a path below the prefix. */
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts JSON to a path below the prefix; text is sent as it is. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** What the API is made of. */
interface Composition {
  /** A module of the suite's own, whose routes stand behind the same guards. */
  readonly beside?: Type | undefined;
  /** The API's module, where it is not the whole API. */
  readonly root?: Type | undefined;
  /** Whether the database is waited for; else it is away after what production waits. */
  readonly isPatient?: boolean;
}

/**
 * It waits for its database, unless reads are to leave a standby that does not respond, or a pooler's login has settings of its own.
 *
 * @param overrides settings that differ from those of development
 */
export function startApi(
  databaseUrl: string,
  overrides: Partial<Settings> = {},
  { beside, root }: Composition = {},
): Promise<RunningApi> {
  const settings = {
    databaseUrl,
    databasePoolSize: 4,
    readCacheMb: 16,
    jwtSigningKeys: SIGNING_KEYS,
    rateLimitReadPerMinute: OUT_OF_THE_WAY,
    rateLimitHeavyPerMinute: OUT_OF_THE_WAY,
    maxConnectionsPerAddress: OUT_OF_THE_WAY,
    ...overrides,
  } satisfies Partial<Settings>;
  const isPatient = (overrides.databaseReadUrls ?? overrides.databasePoolerUrl ?? null) === null;
  return serveApi(Object.assign({}, loadSettings({}), settings), 0, { beside, root, isPatient });
}

/**
 * The API as `ApiProcess` starts it, without a process of its own: for suites in which no process ends. It knows its port.
 *
 * @param variables of its environment
 */
export async function startApiOf(variables: Readonly<Record<string, string>>): Promise<RunningApi> {
  const settings = loadSettings({ PORT: String(await freePort()), LOG_LEVEL: 'error', ...variables });
  const isPatient = settings.databasePoolerUrl === null && settings.databaseReadUrls === null;
  return serveApi(settings, settings.port, { isPatient });
}

async function serveApi(
  settings: Settings,
  atPort: number,
  { beside, root = AppModule, isPatient = false }: Composition = {},
): Promise<RunningApi> {
  const builder = Test.createTestingModule({
    imports: beside === undefined ? [root] : [root, beside],
  })
    .overrideProvider(Settings)
    .useValue(settings)
    .overrideProvider(AccessLog)
    .useValue(new AccessLog(null));
  if (isPatient)
    builder.overrideProvider(PrismaService).useFactory({
      factory: (servers: ReadServers) => new PrismaService(poolOf(settings), () => undefined, servers),
      inject: [ReadServers],
    });
  const module = await builder.compile();
  const app = module.createNestApplication(new HttpAdapter(), { ...API_OPTIONS, logger: false });
  try {
    await initApi(app);
    app.enableShutdownHooks([]);
    await app.listen(atPort, '127.0.0.1');
  } catch (error) {
    // A process would end; here its connections would be tried for ever.
    await app.close();
    throw error;
  }
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    port,
    origin,
    app,
    get: (path, headers = {}) => fetch(`${origin}/v1${path}`, { headers }),
    post: (path, body, headers = {}) =>
      fetch(`${origin}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    close: () => app.close(),
  };
}

function poolOf({ databaseUrl, databasePoolerUrl, databasePoolSize, otelEndpoint }: Settings): PoolSettings {
  return {
    role: 'slipway_api',
    url: databaseUrl,
    poolerUrl: databasePoolerUrl,
    size: databasePoolSize,
    isTraced: otelEndpoint !== null,
    ...PATIENCE,
  };
}
