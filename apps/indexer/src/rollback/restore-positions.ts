import type { Session } from '../postgres/session.js';

/** Of each wallet's ledger of a token: what stays. */
const OF_LEDGER =
  'FROM ledger_entries e WHERE e.wallet_id = touched.wallet_id AND e.token_id = touched.token_id';

/**
 * Takes positions back to their last entry that stays, and to the last trade before it: every trade has an entry of its
 * trader in its block. Run while the undone transfers and trades are still there.
 */
export async function restorePositions(session: Session, block: number): Promise<void> {
  const { rows } = await session.query<{ wallet: number; token: number }>(
    `SELECT sender_id AS wallet, token_id AS token FROM transfers WHERE block_number > $1
    UNION SELECT recipient_id, token_id FROM transfers WHERE block_number > $1
    UNION SELECT trader_id, token_id FROM trades WHERE block_number > $1`,
    [block],
  );
  const touched = [rows.map((row) => row.wallet), rows.map((row) => row.token)];
  await session.query(
    `DELETE FROM ledger_entries e USING unnest($1::int[], $2::int[]) AS touched (wallet_id, token_id)
    WHERE e.wallet_id = touched.wallet_id AND e.token_id = touched.token_id AND e.block_number > $3`,
    [...touched, block],
  );
  await session.query(
    `WITH last AS (
      SELECT touched.*, entry.*,
        CASE WHEN p.last_trade_block > $3 THEN traded.block_number ELSE p.last_trade_block END AS last_trade_block
      FROM unnest($1::int[], $2::int[]) AS touched (wallet_id, token_id) JOIN positions p USING (wallet_id, token_id)
      LEFT JOIN LATERAL (
        SELECT known_quantity, unknown_quantity, cost, realized ${OF_LEDGER}
        ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
      ) entry ON true
      LEFT JOIN LATERAL (
        SELECT e.block_number ${OF_LEDGER} AND p.last_trade_block > $3 AND EXISTS (
          SELECT FROM trades t
          WHERE t.block_number = e.block_number AND t.token_id = e.token_id AND t.trader_id = e.wallet_id
        )
        ORDER BY e.block_number DESC LIMIT 1
      ) traded ON true
    ), gone AS (
      DELETE FROM positions p USING last
      WHERE p.wallet_id = last.wallet_id AND p.token_id = last.token_id AND last.realized IS NULL
    )
    UPDATE positions p SET known_quantity = last.known_quantity, unknown_quantity = last.unknown_quantity,
      cost = last.cost, realized = last.realized, last_trade_block = last.last_trade_block
    FROM last WHERE p.wallet_id = last.wallet_id AND p.token_id = last.token_id AND last.realized IS NOT NULL`,
    [...touched, block],
  );
}
