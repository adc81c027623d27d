import { makeEmpty } from '../postgres/merge-rows.js';
import type { Session } from '../postgres/session.js';
import { rebuildWindows } from './app-stats.js';
import { CHANGED, CHANGED_COLUMNS } from './changed-apps.js';
import { advanceCreators, keepShares } from './creator-totals.js';
import { openBoards } from './leaderboard-candidates.js';
import { advanceTradedWithin } from './traded-within.js';
import { TOTALS } from './totals-tables.js';
import { sumsAbove, TOTALS_COLUMNS, type HeadMoment } from './trade-totals.js';

const LAST_STATE = `
  UPDATE app_stats s SET platform_reserve = last.platform_reserve, token_reserve = last.token_reserve, priced_at = last.time,
    holders = coalesce(held.holders, 0), supply = CASE WHEN s.supply IS NOT NULL THEN coalesce(held.tokens, 0) END,
    is_graduated = last.in_pool, last_trade_block = coalesce(traded.block, -1)
  FROM ${CHANGED} c CROSS JOIN LATERAL (
    SELECT platform_reserve, token_reserve, in_pool, time FROM reserves JOIN block_times ON number = block_number
    WHERE token_id = c.token_id ORDER BY block_number DESC, log_index DESC LIMIT 1
  ) last LEFT JOIN (SELECT token_id, count(*) AS holders, sum(balance) AS tokens FROM balances GROUP BY token_id) held ON held.token_id = c.token_id
    LEFT JOIN (SELECT token_id, max(block_number) AS block FROM trades GROUP BY token_id) traded ON traded.token_id = c.token_id
  WHERE s.token_id = c.token_id`;

/**
 * Makes all that is summed or counted of an index that was built without: statistics of apps, the totals of apps, traders
 * and creators, and leaderboards. From then on each batch moves them. Run after the events of the head are in.
 */
export async function buildSums(session: Session, { time, blockNumber }: HeadMoment): Promise<void> {
  await session.withoutTimeouts(async () => {
    await makeEmpty(session, CHANGED, '', CHANGED_COLUMNS);
    await session.query(`INSERT INTO ${CHANGED} SELECT token_id FROM apps`);
    await session.query(`ANALYZE ${CHANGED}`);
    // Creators have nothing yet: their apps' shares are all new.
    await keepShares(session);
    await session.query(LAST_STATE);
    for (const totals of TOTALS) {
      await session.query(`INSERT INTO ${totals.table} (${TOTALS_COLUMNS(totals)}) ${sumsAbove(totals)}`, [
        -1,
        time,
        blockNumber,
      ]);
    }
    await advanceTradedWithin(session);
    await openBoards(session);
    await rebuildWindows(session, time);
    await advanceCreators(session, time);
  });
}
