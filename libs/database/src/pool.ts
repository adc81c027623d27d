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
}

const CONNECTION_TIMEOUT_MS = 1_500;
const LOCK_TIMEOUT_MS = 1_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;

/** Names the two schemas once: SQL in repositories says `apps`, not `chain.apps`. */
const SEARCH_PATH = 'chain,public';

/** Settings of one connection: role, search path and limits, as the pool and the indexer's writer share them. */
export function connectionSettings(settings: Omit<PoolSettings, 'size'>): pg.ClientConfig {
  return {
    connectionString: settings.url,
    application_name: settings.role,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    statement_timeout: settings.statementTimeoutMs ?? 2_000,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    options: `-c role=${settings.role} -c search_path=${SEARCH_PATH}`,
    keepAlive: true,
  };
}

/** The process's one pool, shared by Prisma's adapter and by hot SQL. */
export function createPool(settings: PoolSettings): pg.Pool {
  return new pg.Pool({ ...connectionSettings(settings), max: settings.size });
}
