import { GENERATION_STANDS, HEAD_COLUMNS, HEAD_TABLES } from '#database';
import type { AppFilter, AppStage, RankedSort } from './apps.types.js';

/** Every app as it is at the head. */
const APPS_NOW = `(
  SELECT a.*, s.platform_reserve, s.token_reserve, s.platform_reserve_24h, s.token_reserve_24h, s.volume_usd_24h, s.unpriced_24h,
    s.trending, s.holders, v.real_platform_reserve, v.pool, v.graduated_at
  FROM apps a JOIN app_stats s ON s.token = a.token JOIN curves v ON v.token = a.token)`;

/** The facts of an app as one JSON object; amounts as text, since JSON numbers would round them. */
export const APP_FACTS = `
  'token', a.token, 'name', a.name, 'symbol', a.symbol, 'imageUrl', a.image_url, 'creator', a.creator,
  'launchedAt', a.launched_at, 'launchBlock', a.block_number, 'launchLogIndex', a.log_index, 'pool', a.pool,
  'platformReserve', a.platform_reserve::text, 'tokenReserve', a.token_reserve::text,
  'platformReserve24h', a.platform_reserve_24h::text, 'tokenReserve24h', a.token_reserve_24h::text,
  'realPlatformReserve', a.real_platform_reserve::text, 'volumeUsd24h', CASE WHEN a.unpriced_24h = 0 THEN a.volume_usd_24h::text END, 'holders', a.holders`;

export const APP_TABLES = `${APPS_NOW} a LEFT JOIN hidden_apps x ON x.token = a.token`;

/** Written out, so that the planner knows how few are graduated. */
const IS_IN_STAGE: Record<AppStage, string> = {
  curve: 'a.pool IS NULL',
  graduated: 'a.pool IS NOT NULL',
};

/** Parameters of a filter, which come after a statement's own. */
export const filterValues = ({ creator }: AppFilter): string[] => (creator === null ? [] : [creator]);

/** Says only what a filter restricts, so that the planner may go by rank and stop. `own`: parameters before the filter's. */
const isListed = ({ stage, creator }: AppFilter, own: number): string =>
  [
    'x.token IS NULL',
    ...(stage === null ? [] : [IS_IN_STAGE[stage]]),
    ...(creator === null ? [] : [`a.creator = $${own + 1}::text`]),
  ].join(' AND ');

const nameOf = (name: string, { stage, creator }: AppFilter): string =>
  [name, ...(stage === null ? [] : [stage]), ...(creator === null ? [] : ['creator'])].join('-');

const contextOf = (answer: string, answer24h: string): string => `json_build_object(
  'answer', ${answer}, 'answer24h', ${answer24h}, 'totalSupply', d.total_supply::text,
  'graduationThreshold', d.graduation_threshold::text)`;

/** What holds for every app at the head. */
export const CONTEXT = contextOf(
  `(SELECT answer::text FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1)`,
  `(SELECT answer::text FROM oracle_prices WHERE time <= h.block_time - interval '24 hours'
    ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1)`,
);

/**
 * What an app ranks by, -1 where it is unknown. Every app has the same supply and the feed's answer, so that prices rank
 * as market caps and in USD do.
 */
const RANK_BY: Record<RankedSort, string> = {
  trending: 'a.trending',
  market_cap: 'coalesce(a.platform_reserve / nullif(a.token_reserve, 0), -1)',
  volume: 'CASE WHEN a.unpriced_24h = 0 THEN a.volume_usd_24h ELSE -1 END',
  holders: 'a.holders',
  price_change: `coalesce(
    (a.platform_reserve * a.token_reserve_24h) / nullif(a.token_reserve * a.platform_reserve_24h, 0), -1)`,
};

/** A page of apps by rank, equal ones newest first: $1 its length. */
const rankedPage = (sort: RankedSort, apps: string, where: string): string => `(
  SELECT coalesce(json_agg(page.facts), '[]') FROM (
    SELECT json_build_object(${APP_FACTS}, 'rank', ranked.rank::text) AS facts
    FROM ${apps} CROSS JOIN LATERAL (SELECT ${RANK_BY[sort]} AS rank) ranked
    WHERE ${where}
    ORDER BY ranked.rank DESC, a.block_number DESC, a.log_index DESC LIMIT $1::int
  ) page
)`;

/** The first page of the apps ranked as they are at the head. */
export function rankAppsSql(sort: RankedSort, filter: AppFilter): { name: string; text: string } {
  return {
    name: nameOf(`rank-apps-${sort}`, filter),
    text: `
      SELECT ${HEAD_COLUMNS}, h.generation, ${CONTEXT} AS context, ${rankedPage(sort, APP_TABLES, isListed(filter, 1))} AS items
      FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
  };
}

const STATE_COLUMNS = `a.token, a.name, a.symbol, a.image_url, a.creator, a.launched_at, a.block_number, a.log_index,
  a.pool, a.real_platform_reserve, a.platform_reserve, a.token_reserve, a.platform_reserve_24h, a.token_reserve_24h,
  a.volume_usd_24h, a.unpriced_24h, a.trending, a.holders`;

/**
 * A later page, of the apps as they were in the state of the index that the walk began in: those that did not change
 * since as they are, the others as they were left behind. $2 the state's generation, $3, $4, $5 rank, block and log
 * index of the app that the page starts below.
 */
export function rankPastAppsSql(sort: RankedSort, filter: AppFilter): { name: string; text: string } {
  const where = `${isListed(filter, 5)}
    AND (ranked.rank, a.block_number, a.log_index) < ($3::numeric, $4::bigint, $5::int)`;
  return {
    name: nameOf(`rank-past-apps-${sort}`, filter),
    text: `
      WITH walk AS MATERIALIZED (
        SELECT ${HEAD_COLUMNS}, h.generation, ${CONTEXT} AS context
        FROM ${HEAD_TABLES} CROSS JOIN deployment d WHERE h.generation = $2::bigint
        UNION ALL
        SELECT p.block_number, p.block_time, h.level_at, encode(p.block_hash, 'hex') || '.past', p.generation,
          ${contextOf('p.answer::text', 'p.answer_24h::text')}
        FROM ${HEAD_TABLES} CROSS JOIN deployment d CROSS JOIN past_generations p
        WHERE p.generation = $2 AND ${GENERATION_STANDS}
      ), known AS (
        SELECT token FROM apps UNION SELECT token FROM past_apps WHERE undone AND generation >= $2
      ), past AS MATERIALIZED (
        SELECT a.* FROM known CROSS JOIN LATERAL (
          SELECT * FROM past_apps p WHERE p.token = known.token AND p.generation >= $2 ORDER BY p.generation LIMIT 1
        ) a
      ), states AS (
        SELECT ${STATE_COLUMNS} FROM ${APPS_NOW} a WHERE NOT EXISTS (SELECT FROM past WHERE past.token = a.token)
        UNION ALL
        SELECT ${STATE_COLUMNS} FROM past a WHERE a.name IS NOT NULL
      )
      SELECT walk.*,
        ${rankedPage(sort, 'states a LEFT JOIN hidden_apps x ON x.token = a.token', where)} AS items
      FROM walk`,
  };
}

/** Apps by launch, newest first: $1, $2 block and log index that the page starts below (or null), $3 its length. */
export function newestAppsSql(filter: AppFilter): { name: string; text: string } {
  return {
    name: nameOf('newest-apps', filter),
    text: `
      SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
        SELECT coalesce(json_agg(page.facts), '[]') FROM (
          SELECT json_build_object(${APP_FACTS}) AS facts FROM ${APP_TABLES}
          WHERE ${isListed(filter, 3)}
            AND (a.block_number, a.log_index) < (coalesce($1::bigint, 9223372036854775807), coalesce($2::int, 0))
          ORDER BY a.block_number DESC, a.log_index DESC LIMIT $3::int
        ) page
      ) AS items
      FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
  };
}

/** One app's page: $1 its token. */
export const APP_PAGE = {
  name: 'app-page',
  text: `
    SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
      SELECT json_build_object(${APP_FACTS}, 'description', a.description, 'website', a.website,
        'launchTxHash', '0x' || encode(a.launch_tx_hash, 'hex'), 'graduatedAt', a.graduated_at,
        'hidden', x.token IS NOT NULL)
      FROM ${APP_TABLES} WHERE a.token = $1
    ) AS page
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};
