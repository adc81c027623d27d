import { GENERATION_STANDS, HEAD_COLUMNS, HEAD_TABLES, type HeadStatement } from '#database';
import type { Address } from '#values';
import type {
  AppFacts,
  AppFilter,
  AppPageFacts,
  AppStage,
  MarketContext,
  RankedApp,
  RankedSort,
} from './apps.types.js';

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
const IS_IN_STAGE: Record<AppStage, string> = { curve: 'v.pool IS NULL', graduated: 'v.pool IS NOT NULL' };

/** Most apps that a statement asks for: a page and one more. A parameter would have the planner expect a tenth of all. */
const MOST = 101;

/** Parameters of a filter, which come after a statement's own. */
export const filterValues = ({ creator }: AppFilter): string[] => (creator === null ? [] : [creator]);

/**
 * What a filter restricts, where `of` has an app's token and creator, and only that, so that the planner may go by rank and stop.
 * `own`: parameters before the filter's.
 */
const isListed = ({ stage, creator }: AppFilter, of: string, own: number): string =>
  [
    `NOT EXISTS (SELECT FROM hidden_apps x WHERE x.token = ${of}.token)`,
    ...(stage === null ? [] : [IS_IN_STAGE[stage]]),
    ...(creator === null ? [] : [`${of}.creator = $${own + 1}::text`]),
  ].join(' AND ');

/** The curves that a filter asks about, beside a table of apps. */
const curvesFor = ({ stage }: AppFilter, of: string): string =>
  stage === null ? '' : `JOIN curves v ON v.token = ${of}.token`;

/** Apps, and what holds for all of them. */
interface AppItems<Facts> {
  readonly context: MarketContext;
  readonly items: readonly Facts[];
}

/** A ranking, and the state of the index that it is of. */
interface Ranking extends AppItems<RankedApp> {
  readonly generation: string;
}

/**
 * A statement, prepared unless it asks for a creator. A creator may have three apps or most of all: such a statement is planned
 * each time, by what is known of its creator.
 */
const statementOf = (
  name: string,
  { stage, creator }: AppFilter,
  text: string,
): { name?: string; text: string } =>
  creator === null ? { name: stage === null ? name : `${name}-${stage}`, text } : { text };

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
const RANK_BY: Record<RankedSort, (of: string) => string> = {
  trending: (of) => `${of}.trending`,
  market_cap: (of) => `coalesce(${of}.platform_reserve / nullif(${of}.token_reserve, 0), -1)`,
  volume: (of) => `CASE WHEN ${of}.unpriced_24h = 0 THEN ${of}.volume_usd_24h ELSE -1 END`,
  holders: (of) => `${of}.holders`,
  price_change: (of) => `coalesce(
    (${of}.platform_reserve * ${of}.token_reserve_24h) / nullif(${of}.token_reserve * ${of}.platform_reserve_24h, 0), -1)`,
};

/** The rank of a cursor, $3, where it is not a numeric: an index orders by a column's own type only. */
const RANK_OF_CURSOR: Partial<Record<RankedSort, string>> = {
  holders: 'least(greatest($3::numeric, -1), 2147483647)::int',
};

/** The highest ranked apps of now, equal ones newest first: their tokens and ranks alone, in the order of an index. */
const highest = (sort: RankedSort, filter: AppFilter, where: string): string => `
  SELECT s.token, ${RANK_BY[sort]('s')} AS rank, s.launch_block, s.launch_log_index
  FROM app_stats s ${curvesFor(filter, 's')} WHERE ${where}
  ORDER BY rank DESC, s.launch_block DESC, s.launch_log_index DESC LIMIT ${MOST}`;

/** The first $1 of ranked rows of apps, as facts. */
const rankedPage = (apps: string): string => `(
  SELECT coalesce(json_agg(page.facts ORDER BY page.rank DESC, page.block_number DESC, page.log_index DESC), '[]') FROM (
    SELECT json_build_object(${APP_FACTS}, 'rank', a.rank::text) AS facts, a.rank, a.block_number, a.log_index
    FROM (SELECT * FROM ${apps} ORDER BY rank DESC, block_number DESC, log_index DESC LIMIT $1::int) a
  ) page
)`;

/** The first page of the apps ranked as they are at the head. */
export function rankAppsSql(
  sort: RankedSort,
  filter: AppFilter,
): HeadStatement<[limit: number, ...filter: string[]], Ranking> {
  const apps = `(
    SELECT a.*, best.rank FROM (${highest(sort, filter, isListed(filter, 's', 1))}) best
      JOIN ${APPS_NOW} a ON a.token = best.token) ranked`;
  return statementOf(
    `rank-apps-${sort}`,
    filter,
    `
      SELECT ${HEAD_COLUMNS}, h.generation, ${CONTEXT} AS context, ${rankedPage(apps)} AS items
      FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
  );
}

const STATE_COLUMNS = `a.token, a.name, a.symbol, a.image_url, a.creator, a.launched_at, a.block_number, a.log_index,
  a.pool, a.real_platform_reserve, a.platform_reserve, a.token_reserve, a.platform_reserve_24h, a.token_reserve_24h,
  a.volume_usd_24h, a.unpriced_24h, a.trending, a.holders`;

/**
 * A later page, of the apps as they were in the state of the index that the walk began in: those that did not change
 * since as they are, the others as they were left behind. $2 the state's generation, $3, $4, $5 rank, block and log
 * index of the app that the page starts below. So it costs what it shows and what moved meanwhile, however many apps there are.
 */
export function rankPastAppsSql(
  sort: RankedSort,
  filter: AppFilter,
): HeadStatement<
  [limit: number, generation: string, rank: string, block: number, logIndex: number, ...filter: string[]],
  Ranking
> {
  const below = `(${RANK_OF_CURSOR[sort] ?? '$3::numeric'}, $4::bigint, $5::int)`;
  const unchanged = `${isListed(filter, 's', 5)} AND NOT EXISTS (SELECT FROM past_apps p WHERE p.token = s.token AND p.generation >= $2)
    AND (${RANK_BY[sort]('s')}, s.launch_block, s.launch_log_index) < ${below}`;
  return statementOf(
    `rank-past-apps-${sort}`,
    filter,
    `
      WITH walk AS MATERIALIZED (
        SELECT ${HEAD_COLUMNS}, h.generation, ${CONTEXT} AS context
        FROM ${HEAD_TABLES} CROSS JOIN deployment d WHERE h.generation = $2::bigint
        UNION ALL
        SELECT p.block_number, p.block_time, h.level_at, encode(p.block_hash, 'hex') || '.past', p.generation,
          ${contextOf('p.answer::text', 'p.answer_24h::text')}
        FROM ${HEAD_TABLES} CROSS JOIN deployment d CROSS JOIN past_generations p
        WHERE p.generation = $2 AND ${GENERATION_STANDS}
      ), past AS MATERIALIZED (
        SELECT token, min(generation) AS generation FROM past_apps WHERE generation >= $2 GROUP BY token
      ), states AS (
        SELECT ${STATE_COLUMNS}, best.rank FROM (${highest(sort, filter, unchanged)}) best
          JOIN ${APPS_NOW} a ON a.token = best.token
        UNION ALL
        SELECT ${STATE_COLUMNS}, ${RANK_BY[sort]('a')} FROM past JOIN past_apps a USING (token, generation)
          CROSS JOIN LATERAL (SELECT a.pool) v
        WHERE a.name IS NOT NULL AND ${isListed(filter, 'a', 5)}
          AND (${RANK_BY[sort]('a')}, a.block_number, a.log_index) < ${below}
      )
      SELECT walk.*, ${rankedPage('states')} AS items FROM walk`,
  );
}

/** Apps by launch, newest first: $1, $2 block and log index that the page starts below (or null), $3 its length. */
export function newestAppsSql(
  filter: AppFilter,
): HeadStatement<
  [block: number | null, logIndex: number | null, limit: number, ...filter: string[]],
  AppItems<AppFacts>
> {
  return statementOf(
    'newest-apps',
    filter,
    `
      SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
        SELECT coalesce(json_agg(json_build_object(${APP_FACTS}) ORDER BY a.block_number DESC, a.log_index DESC), '[]')
        FROM (
          SELECT * FROM (
            SELECT l.token, l.block_number, l.log_index FROM apps l ${curvesFor(filter, 'l')}
            WHERE ${isListed(filter, 'l', 3)}
              AND (l.block_number, l.log_index) < (coalesce($1::bigint, 9223372036854775807), coalesce($2::int, 0))
            ORDER BY l.block_number DESC, l.log_index DESC LIMIT ${MOST}
          ) newest ORDER BY block_number DESC, log_index DESC LIMIT $3::int
        ) page JOIN ${APPS_NOW} a ON a.token = page.token
      ) AS items
      FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
  );
}

/** One app's page, null when no app has the token: $1. */
export const APP_PAGE: HeadStatement<
  [token: Address],
  { context: MarketContext; facts: AppPageFacts | null }
> = {
  name: 'app-page',
  text: `
    SELECT ${HEAD_COLUMNS}, ${CONTEXT} AS context, (
      SELECT json_build_object(${APP_FACTS}, 'description', a.description, 'website', a.website,
        'launchTxHash', '0x' || encode(a.launch_tx_hash, 'hex'), 'graduatedAt', a.graduated_at,
        'hidden', x.token IS NOT NULL)
      FROM ${APP_TABLES} WHERE a.token = $1
    ) AS facts
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};
