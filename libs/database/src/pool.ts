import pg from 'pg';

/** The group roles of the migrations: each process works as one of them, whatever it logged in as. */
export type DatabaseRole = 'slipway_api' | 'slipway_indexer' | 'slipway_ops';

export interface PoolSettings {
  /** A PostgreSQL URL; `sslmode` in it decides about TLS. */
  readonly url: string;
  readonly role: DatabaseRole;
  readonly size: number;
  /** Longest time one statement may take, in milliseconds (default 2,000). */
  readonly statementTimeoutMs?: number;
  /** Longest wait for a place in the pool, and again for a connection in it (default 900): short where clients wait. */
  readonly poolTimeoutMs?: number;
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
 * What people decide, and who signed out, is on a synchronous standby before anyone is told so, where the primary names one. The
 * indexer, whose work the chain can give back, decides for itself.
 */
const COMMIT: Readonly<Record<DatabaseRole, string>> = {
  slipway_api: ' -c synchronous_commit=on',
  slipway_ops: ' -c synchronous_commit=on',
  slipway_indexer: '',
};

/**
 * One plan suits every caller of a statement. Left to itself, PostgreSQL plans those with a `LIMIT` parameter anew for
 * each request, which takes as long as to run them, or three times that.
 */
const ONE_PLAN = '-c plan_cache_mode=force_generic_plan';

/**
 * Settings of one connection: role, search path and limits, as the pool and the indexer's writer share them. To compile one of
 * the writer's statements takes a server 150 ms, which is longer than a block's.
 */
export function connectionSettings(settings: Omit<PoolSettings, 'size'>): pg.ClientConfig {
  return {
    connectionString: settings.url,
    application_name: settings.role,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: settings.statementTimeoutMs ?? DEFAULT_STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    options: `-c role=${settings.role} -c search_path=${SEARCH_PATH} -c jit=off${COMMIT[settings.role]}`,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/**
 * The process's one pool, shared by Prisma's adapter and by hot SQL. Waits for a connection and for a result are
 * bounded, also when the server stands still and says nothing.
 *
 * @param onError hears of each connection that breaks, idle or in use, until the pool is ended; it is replaced by itself
 */
export function createPool(settings: PoolSettings, onError: (error: Error) => void): pg.Pool {
  const connection = connectionSettings(settings);
  const pool = new pg.Pool({
    ...connection,
    options: [connection.options, ONE_PLAN].join(' '),
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
