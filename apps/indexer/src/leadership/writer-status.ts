import { HEAD_CHANNEL } from '#database';
import type { Session } from '../postgres/session.js';
import type { Writer } from '../postgres/transaction.js';

/** What an operator asked of the index. */
export interface IndexOrder {
  readonly id: number;
  readonly kind: 'rewind' | 'rebuild';
  readonly block: number | null;
  /** An operator has asked for its end. */
  readonly isCancelled: boolean;
}

/** Says why the index stands still, or with null that it does not, and lets the API's instances know. */
export async function setHalted({ session, epoch }: Writer, reason: string | null): Promise<void> {
  const { rowCount } = await session.query(
    `UPDATE index_writer SET halted_reason = $2, halted_at = CASE WHEN $2::text IS NOT NULL THEN clock_timestamp() END
    WHERE epoch = $1 AND halted_reason IS DISTINCT FROM $2`,
    [epoch, reason],
  );
  if (rowCount === 1) await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}

/** What the writer fails at, and at which block: the first that is not indexed. */
export interface Failing {
  readonly block: number | null;
  readonly failure: string;
}

/** Says what the writer fails at, or with null that it goes on, and lets the API's instances know. */
export async function setFailing({ session, epoch }: Writer, failing: Failing | null): Promise<void> {
  const { rowCount } = await session.query(
    `UPDATE index_writer SET failing_block = $2, failure = $3,
      failing_since = CASE WHEN $3::text IS NOT NULL THEN
        CASE WHEN failing_block = $2 THEN failing_since ELSE clock_timestamp() END END
    WHERE epoch = $1 AND (failing_block IS DISTINCT FROM $2 OR failure IS DISTINCT FROM $3)`,
    [epoch, failing?.block ?? null, failing?.failure ?? null],
  );
  if (rowCount === 1) await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}

/** The orders that are not finished, oldest first. */
export async function listOpenOrders(session: Session): Promise<IndexOrder[]> {
  const { rows } = await session.query<{
    id: number;
    kind: IndexOrder['kind'];
    block: string | null;
    is_cancelled: boolean;
  }>(
    `SELECT id, kind, block_number AS block, cancelled_at IS NOT NULL AS is_cancelled
    FROM index_orders WHERE finished_at IS NULL ORDER BY id`,
  );
  return rows.map(({ id, kind, block, is_cancelled: isCancelled }) => ({
    id,
    kind,
    block: block === null ? null : Number(block),
    isCancelled,
  }));
}

/** Says how much of the chain has been read for an order, and what it fails at again and again; null while it goes on. */
export async function noteProgress(
  session: Session,
  { id }: IndexOrder,
  percent: number,
  failure: string | null,
): Promise<void> {
  await session.query(
    `UPDATE index_orders SET percent = $2, failure = $3,
      failing_since = CASE WHEN $3::text IS NOT NULL THEN coalesce(failing_since, clock_timestamp()) END
    WHERE id = $1`,
    [id, percent, failure],
  );
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}

export async function finishOrder(
  session: Session,
  { id }: IndexOrder,
  succeeded: boolean,
  outcome: string,
): Promise<void> {
  await session.query(
    `UPDATE index_orders SET finished_at = clock_timestamp(), succeeded = $2, outcome = $3,
      failure = NULL, failing_since = NULL WHERE id = $1`,
    [id, succeeded, outcome],
  );
}
