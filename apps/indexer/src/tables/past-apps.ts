import type { Rows } from '../decode/rows.js';
import { IS_WALKED } from './past-states.js';
import type { Session } from '../postgres/session.js';

/** Joins a table's rows of the changed apps. */
type Join = (table: string, alias: string) => string;

/** The limit keeps the planner from reading a table of all apps for those that changed, which it takes for many. */
const lookUp: Join = (table, alias) =>
  `LEFT JOIN LATERAL (SELECT * FROM ${table} WHERE token = changed.token LIMIT 1) ${alias} ON true`;

const joinAll: Join = (table, alias) => `LEFT JOIN ${table} ${alias} ON ${alias}.token = changed.token`;

/** Leaves behind what apps are, before they change; nothing for those that are yet to come. */
const remember = (tokens: string, undone: string, join: Join): string => `
  INSERT INTO past_apps (token, generation, undone, name, symbol, image_url, creator, launched_at, block_number,
    log_index, pool, real_platform_reserve, platform_reserve, token_reserve, platform_reserve_24h, token_reserve_24h,
    volume_usd_24h, unpriced_24h, trending, holders)
  SELECT changed.token, head.generation, ${undone}, a.name, a.symbol, a.image_url, a.creator, a.launched_at,
    a.block_number, a.log_index, v.pool, v.real_platform_reserve, s.platform_reserve, s.token_reserve,
    s.platform_reserve_24h, s.token_reserve_24h, s.volume_usd_24h, s.unpriced_24h, s.trending, s.holders
  FROM head CROSS JOIN LATERAL (${tokens}) changed
    ${join('apps', 'a')} ${join('app_stats', 's')} ${join('curves', 'v')}
  WHERE ${IS_WALKED}`;

/** What leaves or enters 24 hours when the head's time moves to $2. */
const PASSING = `time > head.block_time - interval '24 hours' AND time <= $2::timestamptz - interval '24 hours'`;

/**
 * Remembers the apps that a range may change: by its events, by what falls out of their 24 hours, or by the halving of
 * `trending`. Run before anything of the range is written.
 *
 * @param to time of the range's last block
 */
export async function rememberApps(session: Session, rows: Rows, to: Date): Promise<void> {
  const tokens = new Set([...rows.reserves, ...rows.transfers].map(({ token }) => token));
  await session.query({
    name: 'remember-apps',
    text: remember(
      `SELECT unnest($1::text[]) AS token
      UNION SELECT token FROM trades WHERE ${PASSING}
      UNION SELECT token FROM reserves WHERE ${PASSING}
      UNION SELECT token FROM app_stats WHERE trending > 0 AND decay_epoch($2) > decay_epoch(head.block_time)`,
      'false',
      lookUp,
    ),
    values: [[...tokens], to],
  });
}

/** Remembers every app before a rollback to a block: windows are computed anew for all of them. */
export async function rememberEveryApp(session: Session, block: number): Promise<void> {
  await session.query(remember('SELECT token FROM apps', 'a.block_number > $1::bigint', joinAll), [block]);
}
