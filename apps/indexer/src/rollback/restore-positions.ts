import type { HeadBlock } from '../fold/fold-batch.js';
import type { Session } from '../postgres/session.js';

/** Takes positions back to their last entry that stays. Run while the undone transfers and trades are still there. */
export async function restorePositions(session: Session, ancestor: HeadBlock): Promise<void> {
  const { rows } = await session.query<{ wallet: string; token: string }>(
    `SELECT sender AS wallet, token FROM transfers WHERE block_number > $1
    UNION SELECT recipient, token FROM transfers WHERE block_number > $1
    UNION SELECT trader, token FROM trades WHERE block_number > $1`,
    [ancestor.number],
  );
  const touched = [rows.map((row) => row.wallet), rows.map((row) => row.token)];
  await session.query(
    `DELETE FROM ledger_entries e USING unnest($1::text[], $2::text[]) AS touched (wallet, token)
    WHERE e.wallet = touched.wallet AND e.token = touched.token AND e.time >= $4 AND e.block_number > $3`,
    [...touched, ancestor.number, new Date(ancestor.timestamp * 1_000)],
  );
  await session.query(
    `WITH last AS (
      SELECT touched.wallet, touched.token, e.known_quantity, e.unknown_quantity, e.cost, e.realized
      FROM unnest($1::text[], $2::text[]) AS touched (wallet, token)
      LEFT JOIN LATERAL (
        SELECT * FROM ledger_entries
        WHERE ledger_entries.wallet = touched.wallet AND ledger_entries.token = touched.token
        ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
      ) e ON true
    ), gone AS (
      DELETE FROM positions p USING last
      WHERE p.wallet = last.wallet AND p.token = last.token AND last.realized IS NULL
    )
    UPDATE positions p SET known_quantity = last.known_quantity, unknown_quantity = last.unknown_quantity,
      cost = last.cost, realized = last.realized
    FROM last WHERE p.wallet = last.wallet AND p.token = last.token AND last.realized IS NOT NULL`,
    touched,
  );
}
