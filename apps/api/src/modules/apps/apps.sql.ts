import { idOfAddress, isHidden, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type {
  AppFilter,
  AppItems,
  AppPageRow,
  AppStage,
  MarketContext,
  NamedApp,
  RankedApp,
  RankedSort,
} from './apps.types.js';

/** Written out, so that the planner knows how few are graduated. */
const IS_IN_STAGE: Record<AppStage, string> = {
  curve: 'v.pool_id IS NULL',
  graduated: 'v.pool_id IS NOT NULL',
};

/** Most apps that a statement asks for: a page and one more. A parameter would have the planner expect a tenth of all. */
const MOST = 101;

/** Parameters of a filter, which come after a statement's own. */
export const filterValues = ({ creator }: AppFilter): string[] => (creator === null ? [] : [creator]);

/**
 * What a filter restricts, where `of` has the ids of an app's token and creator, and only that, so that the planner may go by rank and stop.
 * `own`: parameters before the filter's.
 */
const isListed = ({ stage, creator }: AppFilter, of: string, own: number): string =>
  [
    `NOT ${isHidden(`${of}.token_id`)}`,
    ...(stage === null ? [] : [IS_IN_STAGE[stage]]),
    ...(creator === null ? [] : [`${of}.creator_id = public.address_id($${own + 1}::text)`]),
  ].join(' AND ');

/** The curves that a filter asks about, beside a table of apps. */
const curvesFor = ({ stage }: AppFilter, of: string): string =>
  stage === null ? '' : `JOIN curves v ON v.token_id = ${of}.token_id`;

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

/**
 * What an app ranks by, -1 where it is unknown. Every app has the same supply and the feed's price, so that prices rank
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

/** Rows that are found for all of their limit: for a part of them, as for a parameter's limit, the planner would read an order. */
const found = (rows: string): string => `WITH found AS MATERIALIZED (${rows}) SELECT * FROM found`;

/** The highest ranked apps of now, equal ones newest first: their ids and ranks alone, in the order of an index. */
const highest = (sort: RankedSort, filter: AppFilter, where: string): string =>
  found(`
  SELECT s.token_id, ${RANK_BY[sort]('s')} AS rank, s.launch_block, s.launch_log_index
  FROM app_stats s ${curvesFor(filter, 's')} WHERE ${where}
  ORDER BY rank DESC, s.launch_block DESC, s.launch_log_index DESC LIMIT ${MOST}`);

/** The first $1 of apps that were found, by their rank. */
const FIRST = 'ORDER BY rank DESC, launch_block DESC, launch_log_index DESC LIMIT $1::int';

/** Rows of apps as a list, by rank. */
const listOf = (rows: string): string => `(
  SELECT coalesce(json_agg(app ORDER BY app.rank::numeric DESC, app."launchBlock" DESC, app."launchLogIndex" DESC), '[]')
  FROM (${rows}) app
)`;

/** The first page of the apps ranked as they are at the head. */
export function rankAppsSql(
  sort: RankedSort,
  filter: AppFilter,
): HeadStatement<[limit: number, ...filter: string[]], AppItems<RankedApp>> {
  const best = `SELECT * FROM (${highest(sort, filter, isListed(filter, 's', 1))}) most ${FIRST}`;
  return statementOf(
    `rank-apps-${sort}`,
    filter,
    `
      SELECT h.*, to_json(m) AS context,
        ${listOf(`SELECT a.*, best.rank::text FROM (${best}) best JOIN app_rows a ON a.token_id = best.token_id`)} AS items
      FROM indexed_head h CROSS JOIN market_context m`,
  );
}

/**
 * A later page, of the apps as they were in the state of the index that pagination began in: those that did not change
 * since as they are, the others as they were left behind. $2 the index revision, $3, $4, $5 rank, block and log
 * index of the app that the page starts below. So it costs what it shows and what moved meanwhile, however many apps there are.
 */
export function rankPastAppsSql(
  sort: RankedSort,
  filter: AppFilter,
): HeadStatement<
  [limit: number, indexRevision: string, rank: string, block: number, logIndex: number, ...filter: string[]],
  AppItems<RankedApp>
> {
  const below = `(${RANK_OF_CURSOR[sort] ?? '$3::numeric'}, $4::bigint, $5::int)`;
  const unchanged = `${isListed(filter, 's', 5)} AND NOT EXISTS (SELECT FROM app_history p WHERE p.token_id = s.token_id AND p.revision >= $2)
    AND (${RANK_BY[sort]('s')}, s.launch_block, s.launch_log_index) < ${below}`;
  return statementOf(
    `rank-past-apps-${sort}`,
    filter,
    `
      WITH snapshot AS MATERIALIZED (
        SELECT h.*, to_json(m) AS context FROM indexed_head h CROSS JOIN market_context m WHERE h.index_revision = $2::bigint
        UNION ALL
        SELECT h.*, json_build_object('oraclePrice', p.oracle_price::text, 'oraclePrice24h', p.oracle_price_24h::text,
          'totalSupply', m."totalSupply", 'graduationThreshold', m."graduationThreshold")
        FROM head_history_rows h JOIN head_history p ON p.revision = h.index_revision CROSS JOIN market_context m
        WHERE p.revision = $2
      ), past AS MATERIALIZED (
        SELECT token_id, min(revision) AS revision FROM app_history WHERE revision >= $2 GROUP BY token_id
      ), best AS MATERIALIZED (
        SELECT * FROM (
          (SELECT NULL::bigint AS revision, most.* FROM (${highest(sort, filter, unchanged)}) most)
          UNION ALL
          SELECT a.revision, a.token_id, ${RANK_BY[sort]('a')}, a.block_number, a.log_index
          FROM past JOIN app_history a USING (token_id, revision) CROSS JOIN LATERAL (SELECT a.pool_id) v
          WHERE a.name IS NOT NULL AND ${isListed(filter, 'a', 5)}
            AND (${RANK_BY[sort]('a')}, a.block_number, a.log_index) < ${below}
        ) both_kinds ${FIRST}
      )
      SELECT snapshot.*, ${listOf(`
        SELECT a.*, best.rank::text FROM best JOIN app_rows a ON a.token_id = best.token_id WHERE best.revision IS NULL
        UNION ALL
        SELECT a.*, best.rank::text FROM best JOIN app_history_rows a
          ON a.token_id = best.token_id AND a.revision = best.revision`)} AS items
      FROM snapshot`,
  );
}

/** Apps by launch, newest first: $1, $2 block and log index that the page starts below (or null), $3 its length. */
export function newestAppsSql(
  filter: AppFilter,
): HeadStatement<
  [block: number | null, logIndex: number | null, limit: number, ...filter: string[]],
  AppItems
> {
  return statementOf(
    'newest-apps',
    filter,
    `
      SELECT h.*, to_json(m) AS context, (
        SELECT coalesce(json_agg(a ORDER BY a."launchBlock" DESC, a."launchLogIndex" DESC), '[]') FROM (
          SELECT * FROM (${found(`
            SELECT l.token_id, l.block_number, l.log_index FROM apps l ${curvesFor(filter, 'l')}
            WHERE ${isListed(filter, 'l', 3)}
              AND (l.block_number, l.log_index) < (coalesce($1::bigint, 9223372036854775807), coalesce($2::int, 0))
            ORDER BY l.block_number DESC, l.log_index DESC LIMIT ${MOST}`)}
          ) newest ORDER BY block_number DESC, log_index DESC LIMIT $3::int
        ) page JOIN app_rows a ON a.token_id = page.token_id
      ) AS items
      FROM indexed_head h CROSS JOIN market_context m`,
  );
}

/** The apps of $1 tokens, in that order. */
export const NAMED_APPS: HeadStatement<[tokens: readonly Address[]], AppItems<NamedApp>> = {
  name: 'named-apps',
  text: `
    SELECT h.*, to_json(m) AS context, (
      SELECT coalesce(json_agg(app ORDER BY app.place), '[]') FROM (
        SELECT a.*, EXISTS (SELECT FROM hidden_apps x WHERE x.token = asked.token) AS hidden, asked.place
        FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
          CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named JOIN app_rows a ON a.token_id = named.id
      ) app
    ) AS items
    FROM indexed_head h CROSS JOIN market_context m`,
};

/** One app's page, null when no app has the token: $1. */
export const APP_PAGE: HeadStatement<[token: Address], { context: MarketContext; app: AppPageRow | null }> = {
  name: 'app-page',
  text: `
    SELECT h.*, to_json(m) AS context, (
      SELECT to_json(page) FROM (
        SELECT r.*, a.description, a.website, '0x' || encode(a.launch_tx_hash, 'hex') AS "launchTxHash",
          v.graduated_at AS "graduatedAt", EXISTS (SELECT FROM hidden_apps x WHERE x.token = r.token) AS hidden
        FROM app_rows r JOIN apps a ON a.token_id = r.token_id JOIN curves v ON v.token_id = r.token_id
        WHERE r.token_id = ${idOfAddress('$1')}
      ) page
    ) AS app
    FROM indexed_head h CROSS JOIN market_context m`,
};
