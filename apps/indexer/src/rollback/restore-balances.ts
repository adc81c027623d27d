import { ZERO_ADDRESS } from '@slipway/domain';
import { holderOrderOf, idOfAddress } from '@slipway/database';
import { changeBalances, type BalanceChange, type BalanceDelta } from '../tables/balances.js';
import type { Session } from '../postgres/session.js';

/** Of each holder by itself: joined, the planner would read all addresses. */
const HOLDER_ORDER = `(SELECT ${holderOrderOf('bytes')} FROM addresses WHERE id = holder_id)`;

/** Plays the undone transfers backwards, and deletes them. They are summed where they are: there may be millions. */
export async function restoreBalances(session: Session, block: number): Promise<BalanceChange[]> {
  const { rows } = await session.query<Omit<BalanceDelta, 'amount'> & { amount: string }>(
    `WITH gone AS (DELETE FROM transfers WHERE block_number > $1 RETURNING token_id, sender_id, recipient_id, amount)
    SELECT token_id AS "tokenId", holder_id AS "holderId", ${HOLDER_ORDER} AS "holderOrder", sum::text AS amount FROM (
      SELECT token_id, holder_id, sum(amount) FROM (
        SELECT token_id, sender_id AS holder_id, amount FROM gone UNION ALL SELECT token_id, recipient_id, -amount FROM gone
      ) undone GROUP BY token_id, holder_id
    ) sums
    WHERE holder_id IS DISTINCT FROM ${idOfAddress('$2::text')}`,
    [block, ZERO_ADDRESS],
  );
  return changeBalances(
    session,
    rows.map((row) => ({ ...row, amount: BigInt(row.amount) })),
  );
}
