import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';
import { connectionSettings, expectDirect, explainPooler } from '@slipway/database';
import { STATEMENT_TIMEOUT_MS, Session } from '../postgres/session.js';
import type { Writer } from '../postgres/transaction.js';
import { beginTerm, findTakeoverDelay, noteTimeline, type Term } from './writer-terms.js';

/** Names the right to write an index; any number will do that nothing else in the database uses. */
const WRITER_LOCK = 5_494_703;

/** Names this process to PostgreSQL, so that another can end all of its connections, and only those. */
const PROCESS_NAME = `slipway_indexer:${hostname().slice(0, 24)}:${process.pid}:${randomBytes(4).toString('hex')}`;

/** The chain has all that the indexer writes: it waits for no standby of PostgreSQL, which may hang, and with it the index. */
const COMMIT_LOCALLY = `SELECT set_config('synchronous_commit', 'local', false)
  WHERE current_setting('synchronous_commit') <> 'off'`;

/** To build an index takes longer than any takeover may: the server ends the statement when the process that sent it is gone. */
const END_WITH_PROCESS = `SET client_connection_check_interval = '2s'`;

/** How often a standby says that it runs. */
const SAY_EVERY_MS = 2_000;

/** A standby that has not said so for this long is forgotten. */
const FORGET_AFTER_MS = 60_000;

/** Where a connection of the indexer finds its tables. */
export type IndexSchema = 'chain' | 'chain_next';

export type WriterTerm = Writer & Term;

/**
 * Opens a connection that writes the index; null when another process, alive, is the writer. The advisory lock belongs to the
 * connection, so that a writer that died has let go of it. A frozen one's connections are ended, and what it had begun undone.
 */
export async function openWriter(
  databaseUrl: string,
  onError: (error: Error) => void,
): Promise<WriterTerm | null> {
  const session = await openConnection(databaseUrl, onError);
  try {
    if (!(await lock(session)) && !((await endFrozenWriter(session)) && (await lock(session)))) {
      await noteStandby(session);
      await session.end();
      return null;
    }
    await forgetStandbys(session);
    const term = await beginTerm(session, PROCESS_NAME);
    await noteTimeline(session);
    return { session, ...term };
  } catch (error) {
    await session.end().catch(() => undefined);
    throw error;
  }
}

export function indexerConnection(databaseUrl: string, statementTimeoutMs?: number): pg.ClientConfig {
  const settings = connectionSettings({
    url: databaseUrl,
    role: 'slipway_indexer',
    ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
  });
  return { ...settings, application_name: PROCESS_NAME, pipeline: true };
}

export async function openConnection(
  databaseUrl: string,
  onError: (error: Error) => void,
  schema: IndexSchema = 'chain',
): Promise<Session> {
  const client = new pg.Client(indexerConnection(databaseUrl, STATEMENT_TIMEOUT_MS));
  client.on('error', onError);
  try {
    await client.connect();
    await expectDirect(client);
  } catch (error) {
    // One that broke cannot be closed in good order, and one that is silent not at once.
    client.end().catch(onError);
    throw explainPooler(error);
  }
  const session = new Session(client);
  await session.query(COMMIT_LOCALLY);
  await session.query(END_WITH_PROCESS);
  if (schema !== 'chain') await session.query(`SET search_path = ${schema}, chain, public`);
  return session;
}

async function lock(session: Session): Promise<boolean> {
  const ask = 'SELECT pg_try_advisory_lock($1) AS locked';
  const { rows } = await session.query<{ locked: boolean }>(ask, [WRITER_LOCK]);
  return rows[0]?.locked === true;
}

/** @returns whether there was one, which is gone now */
async function endFrozenWriter(session: Session): Promise<boolean> {
  const delayMs = await findTakeoverDelay(session);
  // The group role may not end connections of the login that it is granted to: the login itself may.
  await session.query('SET ROLE NONE');
  const { rows } = await session.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid, $2) AS ended FROM public.index_writer JOIN pg_stat_activity
      ON application_name = holder AND datname = current_database()
    WHERE pid <> pg_backend_pid() AND beat_at < clock_timestamp() - $1 * interval '1 millisecond'`,
    [delayMs, 1_000],
  );
  await session.query('RESET ROLE');
  return rows.length > 0 && rows.every(({ ended }) => ended);
}

/** Says that a process runs and does not write, for operators. */
async function noteStandby(session: Session): Promise<void> {
  await session.query(
    `INSERT INTO index_standbys AS standby (name, seen_at) VALUES ($1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at
    WHERE standby.seen_at < excluded.seen_at - $2 * interval '1 millisecond'`,
    [PROCESS_NAME, SAY_EVERY_MS],
  );
}

/** Forgets a standby that has become the writer, and those that run no longer. */
async function forgetStandbys(session: Session): Promise<void> {
  await session.query(
    `DELETE FROM index_standbys
    WHERE name = $1 OR seen_at < clock_timestamp() - $2 * interval '1 millisecond'`,
    [PROCESS_NAME, FORGET_AFTER_MS],
  );
}
