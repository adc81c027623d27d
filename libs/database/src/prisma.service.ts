import { Injectable } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { splitHead, type AtHead, type HeadStatement } from './as-of.js';
import { PrismaClient } from './generated/client.js';
import { connectionSettings, createPool, poolerSettings, type PoolSettings } from './pool.js';
import { expectPreparedStatements, explainPooler, tryDirect } from './pooler.js';
import { ReadPools, type StandbyMisses } from './read-pools.js';
import type { ReadServers } from './read-servers.js';
import type { Run, Statement } from './statement.js';
import { traceStatement } from './trace-statement.js';
import { rethrowFromRead } from './write-among-reads.error.js';

/** For a statement of the check of a pooler: it may have no second connection to the server. */
const CHECK_TIMEOUT_MS = 900;

function runOn(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Run {
  return async <Values extends readonly unknown[], Row>(
    { name, text }: Statement<Values, Row>,
    ...values: Values
  ): Promise<Row[]> => {
    const { rows } = await traceStatement(name, () =>
      connection.query({
        ...(name !== undefined && { name }),
        text,
        values: [...values],
      }),
    );
    return rows as Row[];
  };
}

/** A connection whose transaction did not end is closed, which rolls it back. */
async function inTransaction<T>(pool: pg.Pool, begin: string, work: (run: Run) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query(begin);
    const result = await work(runOn(client));
    await client.query('COMMIT');
    isBroken = false;
    return result;
  } finally {
    client.release(isBroken);
  }
}

async function fill(pool: pg.Pool): Promise<void> {
  const opened = await Promise.allSettled(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const one of opened) if (one.status === 'fulfilled') one.value.release();
  for (const one of opened) if (one.status === 'rejected') throw one.reason;
}

/** Every connection of a pool is looked at by itself; this is what needs two of them, or another kind. */
async function checkPooler(settings: PoolSettings): Promise<void> {
  const { poolerUrl = null } = settings;
  if (poolerUrl === null) return;
  await tryDirect({ ...connectionSettings(settings), query_timeout: CHECK_TIMEOUT_MS });
  await expectPreparedStatements({ ...poolerSettings(poolerUrl, settings), query_timeout: CHECK_TIMEOUT_MS });
}

/** A query of a model as a hook of Prisma gets it. */
interface ModelQuery {
  readonly model: string;
  readonly operation: string;
  readonly args: unknown;
  readonly query: (args: never) => Promise<unknown>;
}

function traceModel({ model, operation, args, query }: ModelQuery): Promise<unknown> {
  return traceStatement(`${model}.${operation}`, () => query(args as never));
}

/**
 * PostgreSQL for every repository: Prisma's models, and typed statements for frequent reads. Models and transactions are of
 * the primary; statements that read go to a standby where the settings name any. All work as one of the roles of the migrations.
 */
@Injectable()
export class PrismaService {
  /** Prisma's models. */
  readonly client: PrismaClient;
  private readonly primary: pg.Pool;
  private readonly reads: ReadPools;

  constructor(
    private readonly settings: PoolSettings,
    onError: (error: Error) => void,
    servers: ReadServers | null = null,
  ) {
    this.primary = createPool(settings, onError);
    this.reads = new ReadPools(this.primary, servers, settings, onError);
    const client = new PrismaClient({ adapter: new PrismaPg(this.primary), errorFormat: 'minimal' });
    const hooks = { query: { $allModels: { $allOperations: traceModel } } };
    this.client = settings.isTraced === true ? (client.$extends(hooks) as unknown as PrismaClient) : client;
  }

  /** Runs a statement that reads, at what node-postgres alone costs: on a standby where there are any. */
  readonly $run: Run = (statement, ...values) => this.read((pool) => runOn(pool)(statement, ...values));

  /** Runs a statement that a standby's state is too old for, or that writes. */
  readonly $runAtPrimary: Run = (statement, ...values) => runOn(this.primary)(statement, ...values);

  /** The one row of a statement that selects the head as well; null when nothing is indexed yet. */
  async $runAsOf<Values extends readonly unknown[], Row>(
    statement: HeadStatement<Values, Row>,
    ...values: Values
  ): Promise<AtHead<Row> | null> {
    const [row] = await this.$run(statement, ...values);
    return row === undefined ? null : splitHead(row);
  }

  /** Runs statements that all see the same state of the database, and change nothing. */
  $inSnapshot<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.read((pool) => inTransaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', work));
  }

  /** Runs statements of which all happen or none. */
  $inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return inTransaction(this.primary, 'BEGIN', work);
  }

  /** The connections to all servers, and how many callers wait for one. */
  $connections(): { readonly open: number; readonly idle: number; readonly waiting: number } {
    const sum = (count: (pool: pg.Pool) => number): number =>
      this.reads.all.reduce((total, pool) => total + count(pool), 0);
    return {
      open: sum(({ totalCount }) => totalCount),
      idle: sum(({ idleCount }) => idleCount),
      waiting: sum(({ waitingCount }) => waitingCount),
    };
  }

  /** Reads that no standby served though there are any, by reason, since the start. */
  $standbyMisses(): Readonly<StandbyMisses> {
    return this.reads.misses;
  }

  /**
   * Loads the query compiler and opens every connection: under load the first callers would wait too long for either.
   *
   * @throws PoolerError where a pooler stands that cannot work
   */
  async $open(): Promise<void> {
    await this.client.$connect();
    // Before others use the pooler: it gives the next client what it got back last.
    const checked = await Promise.allSettled([checkPooler(this.settings)]);
    const opened = await Promise.allSettled([...new Set([this.primary, this.reads.current])].map(fill));
    for (const one of [...opened, ...checked]) if (one.status === 'rejected') throw explainPooler(one.reason);
  }

  /** Closes the connections. */
  $close(): Promise<void> {
    return this.reads.end();
  }

  private readonly read: ReadPools['run'] = (work) => this.reads.run(work).catch(rethrowFromRead);
}
