import type { Session } from '../postgres/session.js';
import { CHANGED_IDS } from './changed-apps.js';
import { ALL_NAMES } from './totals-tables.js';

const WITHIN = `CASE ${ALL_NAMES.map((name, i) => `WHEN t.trades_${name} > 0 THEN ${i}`).join(' ')} END`;

/**
 * Says of the changed apps which is the shortest window that they were traded in: boards by market cap and holders count
 * those that were traded in theirs. Few change it. Run after the totals moved.
 */
export async function advanceTradedWithin(session: Session): Promise<void> {
  await session.prepared(`
    UPDATE app_stats SET traded_within = traded.within FROM (
      SELECT changed.id AS token_id, ${WITHIN} AS within
      FROM unnest(${CHANGED_IDS}) AS changed (id) LEFT JOIN LATERAL (
        SELECT * FROM app_totals WHERE token_id = changed.id LIMIT 1
      ) t ON true OFFSET 0
    ) traded
    WHERE app_stats.token_id = traded.token_id AND app_stats.traded_within IS DISTINCT FROM traded.within`);
}
