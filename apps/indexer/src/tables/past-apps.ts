import type { Session } from '../postgres/session.js';
import { CHANGED } from './changed-apps.js';
import { IS_WALKED } from './past-states.js';

/** The limit keeps the planner from reading a table of all apps for those that changed, which it takes for many. */
const lookUp = (table: string, alias: string): string =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} WHERE token = changed.token LIMIT 1) ${alias} ON true`;

/**
 * Leaves behind what the changed apps are, before they change; nothing for those that are yet to come.
 * @param last the block that a rollback leads to: it undoes later launches
 */
export async function rememberApps(session: Session, last: number | null = null): Promise<void> {
  await session.prepared(
    `
      INSERT INTO past_apps (token, generation, undone, name, symbol, image_url, creator, launched_at, block_number,
        log_index, pool, real_platform_reserve, platform_reserve, token_reserve, platform_reserve_24h, token_reserve_24h,
        volume_usd_24h, unpriced_24h, trending, holders)
      SELECT changed.token, head.generation, coalesce(a.block_number > $1::bigint, false), a.name, a.symbol, a.image_url,
        a.creator, a.launched_at, a.block_number, a.log_index, v.pool, v.real_platform_reserve, s.platform_reserve,
        s.token_reserve, s.platform_reserve_24h, s.token_reserve_24h, s.volume_usd_24h, s.unpriced_24h, s.trending,
        s.holders
      FROM head CROSS JOIN ${CHANGED} changed
        ${lookUp('apps', 'a')} ${lookUp('app_stats', 's')} ${lookUp('curves', 'v')}
      WHERE ${IS_WALKED}`,
    [last],
  );
}
