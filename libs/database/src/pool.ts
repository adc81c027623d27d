import pg from 'pg';
import { expectDirect, expectSettings } from './pooler.js';

/** The group roles of the migrations: each process works as one of them, whatever it logged in as. */
export type DatabaseRole = 'slipway_api' | 'slipway_indexer' | 'slipway_ops' | 'slipway_webhooks';

export interface PoolSettings {
  /** A PostgreSQL URL; `sslmode` in it decides about TLS. */
  readonly url: string;
  /** Where the pool goes instead: a pooler in transaction mode before the same PostgreSQL. Other connections are direct. */
  readonly poolerUrl?: string | null;
  readonly role: DatabaseRole;
  readonly size: number;
  /** Longest time one statement may take, in milliseconds (default 2,000). */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a place in the pool, and again for a connection in it (default 900): short where clients wait. */
  readonly poolTimeoutMs?: number;
  /** Whether queries of Prisma's models ask for a span: the question alone takes each some 10 microseconds. */
  readonly isTraced?: boolean;
}

const CONNECTION_TIMEOUT_MS = 1_500;
const DEFAULT_POOL_TIMEOUT_MS = 900;
const DEFAULT_STATEMENT_TIMEOUT_MS = 2_000;
/** What a server may take, beyond a statement's own limit, to say that it was reached. */
const SILENCE_MS = 300;
const LOCK_TIMEOUT_MS = 1_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** After such a silence the system asks whether the other machine is still there; left to itself, after two hours. */
const KEEP_ALIVE_MS = 10_000;

/** Names the two schemas once: SQL in repositories says `apps`, not `chain.apps`. */
const SEARCH_PATH = 'chain,public';

/**
 * Where the primary names a synchronous standby, decisions and sign-outs are on it before anyone is told so. The
 * indexer, whose work the chain can give back, decides for itself.
 */
const OF_ROLE: Readonly<Record<DatabaseRole, Readonly<Record<string, string>>>> = {
  slipway_api: { synchronous_commit: 'on' },
  slipway_ops: { synchronous_commit: 'on' },
  // A delivery whose mark is lost is sent again, by the same id. Its tables fill and empty: a plan that was made of an empty one would
  // read the full one whole.
  slipway_webhooks: { synchronous_commit: 'off', enable_seqscan: 'off' },
  slipway_indexer: {},
};

/**
 * One plan suits every caller of a statement. Left to itself, PostgreSQL plans those with a `LIMIT` parameter anew for
 * each request. That takes as long as to run them, or three times that.
 */
const ONE_PLAN = { plan_cache_mode: 'force_generic_plan' };

/**
 * To compile one of the writer's statements takes a server 150 ms, which is longer than a block's. Prisma's adapter takes every time
 * for one of UTC, whatever offset is written behind it.
 */
const sessionSettings = (role: DatabaseRole): Readonly<Record<string, string>> => ({
  ...{ role, search_path: SEARCH_PATH, jit: 'off', timezone: 'UTC' },
  ...OF_ROLE[role],
});

const limits = ({ statementTimeoutMs }: Pick<PoolSettings, 'statementTimeoutMs'>): Limits => ({
  statement_timeout: statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
});

type Limits = Record<'statement_timeout' | 'lock_timeout' | 'idle_in_transaction_session_timeout', number>;

const asOptions = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** Settings of one connection: role, search path and limits, as the pool and the indexer's writer share them. */
export function connectionSettings(settings: Omit<PoolSettings, 'size'>): pg.ClientConfig {
  return {
    ...wireSettings(settings.url, settings.role),
    ...limits(settings),
    options: asOptions(sessionSettings(settings.role)),
  };
}

/** Of a connection to a pooler, which does not pass on what a connection says of itself. */
export function poolerSettings(poolerUrl: string, { role }: Pick<PoolSettings, 'role'>): pg.ClientConfig {
  return wireSettings(poolerUrl, role);
}

/** What a login has to begin each session with, where a connection cannot say so itself. */
const settingsOfLogin = (settings: Omit<PoolSettings, 'size' | 'url'>): Record<string, string> => ({
  ...sessionSettings(settings.role),
  ...ONE_PLAN,
  ...Object.fromEntries(Object.entries(limits(settings)).map(([name, value]) => [name, String(value)])),
});

const wireSettings = (connectionString: string, role: DatabaseRole): pg.ClientConfig => ({
  connectionString,
  application_name: role,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

/**
 * The process's one pool, shared by Prisma's adapter and by hot SQL. Waits for a connection and for a result are
 * bounded, also when the server stands still and says nothing.
 *
 * @param onError hears of each connection that breaks, idle or in use, until the pool is ended; it is replaced by itself
 */
export function createPool(settings: PoolSettings, onError: (error: Error) => void): pg.Pool {
  const { poolerUrl = null } = settings;
  const direct = connectionSettings(settings);
  const isUsable = (client: pg.ClientBase): Promise<void> =>
    poolerUrl === null ? expectDirect(client) : expectSettings(client, settingsOfLogin(settings));
  const pool = new pg.Pool({
    ...(poolerUrl === null
      ? { ...direct, options: [direct.options, asOptions(ONE_PLAN)].join(' ') }
      : poolerSettings(poolerUrl, settings)),
    verify: (client, done) => {
      isUsable(client).then(() => {
        done();
      }, done);
    },
    max: settings.size,
    // All stay open: a server's process for a new one takes longer than most statements.
    min: settings.size,
    connectionTimeoutMillis: settings.poolTimeoutMs ?? DEFAULT_POOL_TIMEOUT_MS,
    query_timeout: (settings.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS) + SILENCE_MS,
  });
  // Without a listener an error ends the process: a connection's own, between the statements of a transaction, and the
  // pool's, which repeats those of idle connections. Connections can still break after the pool has ended.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      if (!pool.ending) onError(error);
    });
  });
  pool.on('error', () => undefined);
  return pool;
}
