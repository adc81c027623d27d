import { HEAD_CHANNEL } from '@slipway/database';
import type { Writer } from '../postgres/transaction.js';

/** Says why the index stands still, or with null that it does not, and lets the API's instances know. */
export async function setHalted({ session, epoch }: Writer, reason: string | null): Promise<void> {
  const { rowCount } = await session.query(
    `UPDATE index_writer SET halted_reason = $2, halted_at = CASE WHEN $2::text IS NOT NULL THEN clock_timestamp() END
    WHERE epoch = $1 AND halted_reason IS DISTINCT FROM $2`,
    [epoch, reason],
  );
  if (rowCount === 1) await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}

/** What the index is repaired for, as JSON; null when nothing is. The API's instances are told. */
export async function setRepair({ session, epoch }: Writer, repair: object | null): Promise<void> {
  await session.query('UPDATE index_writer SET repair = $2::jsonb WHERE epoch = $1', [
    epoch,
    repair === null ? null : JSON.stringify(repair),
  ]);
  await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}

export async function readRepair<Repair>({ session }: Writer): Promise<Repair | null> {
  const { rows } = await session.query<{ repair: Repair | null }>('SELECT repair FROM index_writer');
  return rows[0]?.repair ?? null;
}

/** Says what the writer fails at, and at which block; null says that it goes on. The API's instances are told. */
export async function setFailing(
  { session, epoch }: Writer,
  failing: { readonly block: number | null; readonly failure: string } | null,
): Promise<void> {
  const { rowCount } = await session.query(
    `UPDATE index_writer SET failing_block = $2, failure = $3,
      failing_since = CASE WHEN $3::text IS NOT NULL THEN
        CASE WHEN failing_block IS NOT DISTINCT FROM $2 THEN failing_since ELSE clock_timestamp() END END
    WHERE epoch = $1 AND (failing_block IS DISTINCT FROM $2 OR failure IS DISTINCT FROM $3)`,
    [epoch, failing?.block ?? null, failing?.failure ?? null],
  );
  if (rowCount === 1) await session.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, 'status']);
}
