import { Injectable } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { splitHead, type AtHead, type HeadStatement } from './as-of.js';
import { PrismaClient } from './generated/client.js';
import { createPool, type PoolSettings } from './pool.js';
import type { Run, Statement } from './statement.js';

/** What our extension adds to Prisma's client. */
interface Statements {
  /** Runs a statement on a connection of the pool, at what node-postgres alone costs. */
  $run: Run;

  /** The one row of a statement that selects the head as well; null when nothing is indexed yet. */
  $runAsOf<Values extends readonly unknown[], Row>(
    statement: HeadStatement<Values, Row>,
    ...values: Values
  ): Promise<AtHead<Row> | null>;

  /** Runs statements that all see the same state of the database, and change nothing. */
  $inSnapshot<T>(work: (run: Run) => Promise<T>): Promise<T>;

  /** Runs statements of which all happen or none. */
  $inTransaction<T>(work: (run: Run) => Promise<T>): Promise<T>;

  /** The connections of the pool, and how many callers wait for one. */
  $connections(): { readonly open: number; readonly idle: number; readonly waiting: number };

  /** Loads the query compiler and opens every connection: under load the first callers would wait too long for either. */
  $open(): Promise<void>;

  /** Closes the pool. */
  $close(): Promise<void>;
}

function statementsOn(pool: pg.Pool): Omit<Statements, '$open'> {
  const run = runOn(pool);
  return {
    $run: run,
    async $runAsOf(statement, ...values) {
      const [row] = await run(statement, ...values);
      return row === undefined ? null : splitHead(row);
    },
    $inSnapshot: (work) => inTransaction(pool, 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY', work),
    $inTransaction: (work) => inTransaction(pool, 'BEGIN', work),
    $connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    $close: () => pool.end(),
  };
}

function runOn(connection: Pick<pg.Pool | pg.PoolClient, 'query'>): Run {
  return async <Values extends readonly unknown[], Row>(
    { name, text }: Statement<Values, Row>,
    ...values: Values
  ): Promise<Row[]> => {
    const { rows } = await connection.query({
      ...(name !== undefined && { name }),
      text,
      values: [...values],
    });
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

/** Prisma makes an extended client as another object: this constructor returns that one instead of its own. */
const ExtendedClient = function (settings: PoolSettings, onError: (error: Error) => void) {
  const pool = createPool(settings, onError);
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  const $open = async (): Promise<void> => {
    await client.$connect();
    await fill(pool);
  };
  return client.$extends({ name: 'statements', client: { ...statementsOn(pool), $open } });
} as unknown as new (settings: PoolSettings, onError: (error: Error) => void) => PrismaClient & Statements;

/**
 * PostgreSQL for every repository: Prisma's models, and typed statements for what is read often. Both share
 * one pool, which works as one of the roles of the migrations.
 */
@Injectable()
export class PrismaService extends ExtendedClient {}
