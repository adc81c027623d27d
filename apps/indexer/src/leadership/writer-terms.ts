import type { Session } from '../postgres/session.js';
import { TIMELINE } from '../postgres/timeline.js';

/** A writer that has shown no heartbeat for so long is taken for frozen. */
const FROZEN_AFTER_MS = 4_000;

/** After a writer that moved the head nowhere the next one has twice as long, up to 64 s. */
const MAX_DOUBLINGS = 4;

/** The time as which the process writes. */
export interface Term {
  readonly epoch: string;
  /** Writers in a row, before this one, that ended without moving the head. */
  readonly idleTerms: number;
  /** The block that they did not get past; null when the last one moved the head. */
  readonly failingBlock: string | null;
}

/** Any write of the head changes this: a batch, a rollback, a rebuild, and finding that the index is level. */
const HEAD = `(SELECT concat_ws(':', block_number, revision, extract(epoch FROM level_at)) FROM chain.head)`;

/** Of the writer's row: whether the writer did nothing in its term. Before the first term there is none. */
const IS_IDLE = `(epoch > 0 AND term_head IS NOT DISTINCT FROM coalesce(${HEAD}, ''))`;

/**
 * How long the writer may show no heartbeat before another takes its place. Each change of writer without progress doubles it:
 * writers would else end each other at the same block for ever.
 */
export async function findTakeoverDelay(session: Session): Promise<number> {
  const { rows } = await session.query<{ terms: number }>(
    `SELECT CASE WHEN ${IS_IDLE} THEN idle_terms + 1 ELSE 0 END AS terms FROM public.index_writer`,
  );
  return FROZEN_AFTER_MS * 2 ** Math.min(rows[0]?.terms ?? 0, MAX_DOUBLINGS);
}

/** Begins the term of the process that holds the lock. @param holder its name to PostgreSQL */
export async function beginTerm(session: Session, holder: string): Promise<Term> {
  const { rows } = await session.query<{ epoch: string; idle_terms: number; failing_block: string | null }>(
    `UPDATE public.index_writer SET epoch = epoch + 1, holder = $1, beat_at = clock_timestamp(),
      term_head = coalesce(${HEAD}, ''),
      idle_terms = CASE WHEN ${IS_IDLE} THEN idle_terms + 1 ELSE 0 END,
      failing_block = CASE WHEN ${IS_IDLE} THEN coalesce(failing_block, (SELECT block_number + 1 FROM chain.head)) END,
      failure = CASE WHEN ${IS_IDLE} THEN coalesce(failure, 'no progress') END,
      failing_since = CASE WHEN ${IS_IDLE} THEN coalesce(failing_since, clock_timestamp()) END
    RETURNING epoch, idle_terms, failing_block`,
    [holder],
  );
  const row = rows[0];
  if (row === undefined) throw new Error('index_writer has no row');
  return { epoch: row.epoch, idleTerms: row.idle_terms, failingBlock: row.failing_block };
}

/**
 * Names the outbox anew when the server was promoted, or restored, since it was last written: it may lack entries that listeners were
 * told of, whose numbers others get. Run when a term begins, before anything is written.
 */
export async function noteTimeline(session: Session): Promise<void> {
  await session.query(`UPDATE chain.outbox_state SET timeline = ${TIMELINE} WHERE timeline <> ${TIMELINE}`);
}

export async function beat(session: Session, epoch: string): Promise<boolean> {
  const { rowCount } = await session.query(
    'UPDATE public.index_writer SET beat_at = clock_timestamp() WHERE epoch = $1',
    [epoch],
  );
  return rowCount === 1;
}
