import type pg from 'pg';
import { Session } from '../../apps/indexer/src/postgres/session.js';
import { rebuildWindows } from '../../apps/indexer/src/tables/app-stats.js';
import { CHANGED, noteChangedApps } from '../../apps/indexer/src/tables/changed-apps.js';
import { advanceCreators, keepShares } from '../../apps/indexer/src/tables/creator-totals.js';
import { TOTALS } from '../../apps/indexer/src/tables/totals-tables.js';
import { openBoards } from '../../apps/indexer/src/tables/leaderboard-candidates.js';
import { advanceTradedWithin } from '../../apps/indexer/src/tables/traded-within.js';
import { sumsAbove, TOTALS_COLUMNS } from '../../apps/indexer/src/tables/trade-totals.js';

/** What the indexer sums from events, in tables that were filled with events alone. @param at the head's time */
export async function sumApps(client: pg.Client, at: Date): Promise<void> {
  const session = new Session(client);
  await client.query('BEGIN');
  await session.withoutTimeouts(async () => {
    for (const totals of TOTALS)
      await client.query(`INSERT INTO ${totals.table} (${TOTALS_COLUMNS(totals)}) ${sumsAbove(totals)}`, [
        -1,
        at,
        Number.MAX_SAFE_INTEGER,
      ]);
    await openBoards(session);
    // Creators have nothing yet: their apps' shares are all new.
    await noteChangedApps(session, [], at, at);
    await keepShares(session);
    await client.query(`INSERT INTO ${CHANGED} SELECT token_id FROM apps; ANALYZE ${CHANGED}`);
    await advanceTradedWithin(session);
    await rebuildWindows(session, at);
    await advanceCreators(session, at);
  });
  await client.query('COMMIT');
}
