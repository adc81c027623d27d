import { setTimeout as delay } from 'node:timers/promises';
import pg, { DatabaseError } from 'pg';
import { NodeError, NodeUnavailableError } from '@slipway/chain';
import { MAX_CONSECUTIVE_FAILURES } from './job.js';
import { describeError } from '../leadership/describe-error.js';
import type { Indexer } from '../ingest/indexer.js';
import type { Step } from '../ingest/step.js';
import type { Session } from '../postgres/session.js';
import { openConnection } from '../leadership/writer-connection.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';

const NODE_PAUSE_MS = 1_000;

/** SQLSTATE of a lock that was waited for in vain. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Each waits a second for its locks; no statement of the API takes longer than two. */
const DROP_ATTEMPTS = 5;

export type MakeIndexer = (writer: Writer) => Indexer;

/** What tells the tables of one job from those of another, and from tables of before a migration. */
const LAYOUT = `
  SELECT md5(string_agg(part, E'\\n' ORDER BY part)) AS layout FROM (
    SELECT concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull) AS part
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'chain'::regnamespace AND relkind IN ('r', 'v', 'i') AND NOT attisdropped AND attnum > 0
    UNION ALL SELECT pg_get_viewdef(oid) FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'v'
  ) parts`;

/**
 * Builds the index anew in a schema of its own, and swaps them. A rebuild that ends with its process is continued by the next
 * writer, since its job stays open.
 */
export class IndexRebuild {
  percent = 0;
  /** What it fails at again and again; null while it goes on. */
  failure: string | null = null;
  private failures = 0;
  /** Indexes that are yet to be built; null before the first was. */
  keysLeft: number | null = null;
  private isStopped = false;
  private readonly done: Promise<Error | null>;
  /** Whether it is level with the chain, or failed: time to {@link finish}. */
  isDone = false;

  private constructor(
    private readonly session: Session,
    private readonly writer: Writer,
    private readonly indexer: Indexer,
    private readonly onError: (error: Error) => void,
    /** Where its first step ended: a chain may be long before the index begins. Null before that. */
    private firstBlock: number | null,
  ) {
    this.done = this.untilLevel().finally(() => {
      this.isDone = true;
    });
  }

  /**
   * Begins a job's rebuild, or continues it where an earlier process ended.
   *
   * @param job its number
   */
  static async begin(
    databaseUrl: string,
    writer: Writer,
    makeIndexer: MakeIndexer,
    onError: (error: Error) => void,
    job: number,
  ): Promise<IndexRebuild> {
    const { rows } = await writer.session.query<{ layout: string }>(LAYOUT);
    const stamp = `rebuild ${job} of layout ${rows[0]?.layout ?? ''}`;
    if ((await IndexRebuild.stampOf(writer)) !== stamp) await IndexRebuild.open(writer, stamp);
    const session = await openConnection(databaseUrl, onError, 'chain_next');
    const first = await session.query<{ block: number | null }>(
      'SELECT min(number)::float8 AS block FROM block_times',
    );
    const indexer = makeIndexer({ session, epoch: writer.epoch });
    return new IndexRebuild(session, writer, indexer, onError, first.rows[0]?.block ?? null);
  }

  /** Of which job, and which layout, the tables are that a rebuild has left; null when there are none. */
  private static async stampOf({ session }: Writer): Promise<string | null> {
    const { rows } = await session.query<{ stamp: string | null }>(
      `SELECT obj_description(oid, 'pg_namespace') AS stamp FROM pg_namespace WHERE nspname = 'chain_next'`,
    );
    return rows[0]?.stamp ?? null;
  }

  private static async open(writer: Writer, stamp: string): Promise<void> {
    await IndexRebuild.discard(writer);
    await inTransaction(writer, async () => {
      await writer.session.query('SELECT open_index_rebuild()');
      await writer.session.query(`COMMENT ON SCHEMA chain_next IS ${pg.escapeLiteral(stamp)}`);
    });
  }

  /** Removes what a rebuild left that has not taken its place: its tables, and the keys that it was yet to build. */
  static async discard(writer: Writer): Promise<void> {
    await inTransaction(writer, async () => {
      await writer.session.query('DROP SCHEMA IF EXISTS chain_next CASCADE');
      await writer.session.query(`DELETE FROM public.deferred_keys WHERE schema_name = 'chain_next'`);
    });
  }

  /**
   * Brings it level once more, while nothing else is written, and swaps.
   * @throws NodeError when it may be tried again; anything else is what the rebuild failed with
   */
  async finish(): Promise<void> {
    const failure = await this.done;
    if (failure !== null) throw failure;
    await this.comeLevel();
    await this.refuseOlder();
    await this.analyze();
    await inTransaction(this.writer, () => this.writer.session.query('SELECT swap_index_rebuild()'));
    await this.dropReplaced();
  }

  private async comeLevel(): Promise<void> {
    try {
      for (;;) {
        const step = await this.indexer.step();
        if (isLevel(step)) return;
        if (step.kind === 'node-behind')
          throw new NodeUnavailableError('the node is behind the rebuilt index');
      }
    } catch (error) {
      this.noteFailure(error);
      throw error;
    }
  }

  /** A node that lost blocks is no reason to serve less than before; a chain that left a final block is. */
  private async refuseOlder(): Promise<void> {
    const { rows } = await this.session.query<{ is_older: boolean }>(
      `SELECT rebuilt.block_number < served.block_number AND halted_reason IS NULL AS is_older
      FROM chain_next.head rebuilt, chain.head served, public.index_writer`,
    );
    const failure =
      'the rebuilt index ends below the one that is served: rebuild again when the node is level';
    if (rows[0]?.is_older === true) throw new Error(failure);
  }

  /** The server may be at it itself, and does it later in any case. */
  private async analyze(): Promise<void> {
    try {
      await this.session.query('ANALYZE');
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error;
      this.onError(error);
    }
  }

  /** Readers that began before the swap may still hold its tables; the next rebuild removes remains. */
  private async dropReplaced(): Promise<void> {
    for (let attempt = 1; attempt <= DROP_ATTEMPTS; attempt += 1) {
      try {
        await this.session.query('DROP SCHEMA IF EXISTS chain_old CASCADE');
        return;
      } catch (error) {
        if (attempt === DROP_ATTEMPTS) this.onError(asError(error));
      }
    }
  }

  /** Has it end after the step that it is at: {@link isDone} says when. */
  cancel(): void {
    this.isStopped = true;
  }

  async stop(): Promise<void> {
    this.cancel();
    await this.done;
    await this.session.end().catch(() => undefined);
  }

  private noteFailure(error: unknown): void {
    this.failures += 1;
    if (this.failures >= MAX_CONSECUTIVE_FAILURES) this.failure = describeError(error);
  }

  private percentAt(block: number, target: number): number {
    this.firstBlock ??= block;
    if (block === target) return 100;
    return Math.floor((100 * (block - this.firstBlock)) / (target - this.firstBlock));
  }

  private async untilLevel(): Promise<Error | null> {
    while (!this.isStopped) {
      try {
        const step = await this.indexer.step();
        this.failures = 0;
        this.failure = null;
        if (step.kind === 'advanced') this.percent = this.percentAt(step.block, step.target);
        if (step.kind === 'built-key') this.keysLeft = step.left;
        if (isLevel(step)) return null;
        if (step.kind === 'node-behind') await delay(NODE_PAUSE_MS);
      } catch (error) {
        // What a node failed at may succeed later; the served index goes on meanwhile.
        if (!(error instanceof NodeError)) return asError(error);
        this.noteFailure(error);
        await delay(NODE_PAUSE_MS);
      }
    }
    return new Error('the rebuild was stopped');
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Whether a step came up to the newest block that it knew of: a chain may be quicker than a step, for ever. */
function isLevel(step: Step): boolean {
  return step.kind === 'advanced' ? step.block === step.target : step.kind === 'level';
}
