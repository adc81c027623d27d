import type { Session } from '../postgres/session.js';
import { CHANGED } from './changed-apps.js';

/**
 * Pagination over lists that change goes on in the state that it began in: every change of a balance or an app leaves behind
 * what it was. An index that is far behind leaves nothing: no page of it is asked for, and a backfill would write all twice.
 */
const IS_REMEMBERED = `head.level_at > now() - interval '10 minutes'`;

export async function isRemembered(session: Session): Promise<boolean> {
  const { rowCount } = await session.prepared(`SELECT FROM head WHERE ${IS_REMEMBERED}`);
  return rowCount === 1;
}

/** The feed's last price up to a block, and up to a time. */
const ORACLE_PRICE = `SELECT price FROM oracle_prices WHERE block_number <= head.block_number
  ORDER BY block_number DESC, log_index DESC LIMIT 1`;
const ORACLE_PRICE_24H = `SELECT price FROM oracle_prices WHERE time <= head.block_time - interval '24 hours'
  ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1`;

/**
 * Ends the head's index revision, and forgets those that ended longer ago than pagination may take (5 minutes are promised).
 * Run before anything of the next one is written.
 */
export async function endIndexRevision(session: Session): Promise<void> {
  await session.prepared(`
      WITH ended AS (
        INSERT INTO head_history (revision, block_number, block_hash, block_time, ended_at, oracle_price, oracle_price_24h)
        SELECT revision, block_number, block_hash, block_time, now(), (${ORACLE_PRICE}), (${ORACLE_PRICE_24H})
        FROM head WHERE ${IS_REMEMBERED}
      )
      DELETE FROM head_history
      WHERE ended_at < now() - interval '10 minutes' OR NOT EXISTS (SELECT FROM head WHERE ${IS_REMEMBERED})`);
  for (const table of ['balance_history', 'app_history']) {
    await session.prepared(`
        DELETE FROM ${table}
        WHERE revision < (SELECT coalesce(min(revision), 9223372036854775807) FROM head_history)`);
  }
}

/** The planner takes a table of all apps for those that changed. The limit keeps it from reading that. */
const lookUp = (table: string, alias: string): string =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} WHERE token_id = changed.token_id LIMIT 1) ${alias} ON true`;

/**
 * Leaves behind what the changed apps are, before they change; nothing for those that are yet to come.
 * @param last the block that a rollback leads to: it undoes later launches
 */
export async function rememberApps(session: Session, last: number | null = null): Promise<void> {
  await session.prepared(
    `
      INSERT INTO app_history (token_id, revision, undone, name, symbol, image_url, creator_id, launched_at, block_number,
        log_index, pool_id, real_platform_reserve, platform_reserve, token_reserve, platform_reserve_24h, token_reserve_24h,
        volume_usd_24h, trades_24h, unpriced_24h, trending, holders, last_trade_block, is_graduated, supply)
      SELECT changed.token_id, head.revision, coalesce(a.block_number > $1::bigint, false), a.name, a.symbol, a.image_url,
        a.creator_id, a.launched_at, a.block_number, a.log_index, v.pool_id, v.real_platform_reserve, s.platform_reserve,
        s.token_reserve, s.platform_reserve_24h, s.token_reserve_24h, s.volume_usd_24h, s.trades_24h, s.unpriced_24h,
        s.trending, s.holders, s.last_trade_block, s.is_graduated, s.supply
      FROM head CROSS JOIN ${CHANGED} changed
        ${lookUp('apps', 'a')} ${lookUp('app_stats', 's')} ${lookUp('curves', 'v')}
      WHERE ${IS_REMEMBERED}`,
    [last],
  );
}
