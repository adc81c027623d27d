import { highestApps, idOfAddress, IS_IN_STAGE, isHidden, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import { MOST_LOOKED_AT, isSieved, rangeConditions, rangeValues, rangesOf } from './app-ranges.sql.js';
import { RANK_BY, rankOfCursor } from './app-ranks.sql.js';
import type {
  AppFilter,
  AppItems,
  AppPageRow,
  MarketContext,
  NamedApp,
  RankedApp,
  RankedSort,
} from './types/apps.types.js';

/** Most apps that a statement asks for: a page and one more. A parameter would have the planner expect a tenth of all. */
const MOST = 101;

const creatorValues = ({ creator }: AppFilter): string[] => (creator === null ? [] : [creator]);

/** Parameters of a filter, which come after a statement's own. */
export const filterValues = (filter: AppFilter): string[] => [
  ...creatorValues(filter),
  ...rangeValues(filter.least ?? {}),
];

/** The feed's price now, and in the state of the index that pagination began in. */
const PRICE_NOW = '(SELECT price FROM latest_oracle_price)';
const PRICE_THEN = `(SELECT (context ->> 'oraclePrice')::numeric FROM snapshot)`;

/**
 * What a filter restricts beside the stage. `of` has the ids of an app's token and creator, and only those: the planner may go by
 * rank and stop. `own`: parameters before the filter's.
 */
const isListed = ({ creator }: AppFilter, of: string, own: number): string =>
  [
    `NOT ${isHidden(`${of}.token_id`)}`,
    ...(creator === null ? [] : [`${of}.creator_id = ${idOfAddress(`$${own + 1}::text`)}`]),
  ].join(' AND ');

/**
 * A statement, prepared unless it asks for a creator. A creator may have three apps or most of all: such a statement is planned
 * each time, by the figures of its creator.
 */
const statementOf = (
  name: string,
  { stage, creator, least = {} }: AppFilter,
  text: string,
): { name?: string; text: string } =>
  creator === null
    ? {
        name: [name, ...(stage === null ? [] : [stage]), ...rangesOf(least).map(([letter]) => letter)].join(
          '-',
        ),
        text,
      }
    : { text };

/** Rows that are found for all of their limit: for a part of them, as for a parameter's limit, the planner would read an order. */
const found = (rows: string): string => `WITH found AS MATERIALIZED (${rows}) SELECT * FROM found`;

/** Apps that a statement looks at. */
const mostOf = ({ least = {} }: AppFilter, sort: RankedSort | null): number =>
  isSieved(least, sort) ? MOST_LOOKED_AT : MOST;

/** The highest ranked apps of now, equal ones newest first: their ids, ranks and whether they fit, in the order of an index. */
const highest = (sort: RankedSort, filter: AppFilter, where: string, fits: string): string =>
  found(
    highestApps({
      columns: `s.token_id, ${fits} AS fits`,
      rank: RANK_BY[sort]('s'),
      where,
      limit: mostOf(filter, sort),
      stage: filter.stage,
    }),
  );

const BY_RANK = 'ORDER BY rank DESC, launch_block DESC, launch_log_index DESC';

/** The first $1 of apps that were looked at, by their rank. */
const BEST = `SELECT * FROM looked WHERE fits ${BY_RANK} LIMIT $1::int`;

/** The last app that was looked at, when there may be more below it. */
const lookedUpTo = (sort: RankedSort, { least = {} }: AppFilter): string =>
  isSieved(least, sort)
    ? `(SELECT json_build_object('rank', rank::text, 'block', launch_block, 'logIndex', launch_log_index)
      FROM looked ${BY_RANK} OFFSET ${MOST_LOOKED_AT - 1} LIMIT 1)`
    : 'NULL::json';

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
  const own = 1 + creatorValues(filter).length;
  const { bound, fits } = rangeConditions(filter.least ?? {}, sort, own, PRICE_NOW);
  const where = `${isListed(filter, 's', 1)} AND ${bound('s')}`;
  return statementOf(
    `rank-apps-${sort}`,
    filter,
    `
      WITH looked AS MATERIALIZED (${highest(sort, filter, where, fits('s'))}), best AS MATERIALIZED (${BEST})
      SELECT h.*, to_json(m) AS context, ${lookedUpTo(sort, filter)} AS "lookedUpTo",
        ${listOf(`SELECT a.*, best.rank::text FROM best JOIN app_rows a ON a.token_id = best.token_id`)} AS items
      FROM indexed_head h CROSS JOIN market_context m`,
  );
}

/**
 * A later page, of the apps as they were in the state of the index that pagination began in: those that did not change
 * since as they are, the others as they were left behind. $2 the index revision, $3, $4, $5 rank, block and log
 * index of the app that the page starts below. So it costs what it shows and what moved meanwhile, however many apps there are.
 */
export function rankAppHistorySql(
  sort: RankedSort,
  filter: AppFilter,
): HeadStatement<
  [limit: number, indexRevision: string, rank: string, block: number, logIndex: number, ...filter: string[]],
  AppItems<RankedApp>
> {
  const below = `(${rankOfCursor(sort)}, $4::bigint, $5::int)`;
  const own = 5 + creatorValues(filter).length;
  const { bound, fits } = rangeConditions(filter.least ?? {}, sort, own, PRICE_THEN);
  const { stage } = filter;
  const unchanged = `${isListed(filter, 's', 5)} AND ${bound('s')} AND NOT EXISTS (SELECT FROM app_history p WHERE p.token_id = s.token_id AND p.revision >= $2)
    AND (${RANK_BY[sort]('s')}, s.launch_block, s.launch_log_index) < ${below}`;
  return statementOf(
    `rank-past-apps-${sort}`,
    filter,
    `
      WITH snapshot AS MATERIALIZED (
        SELECT h.*, to_json(m) AS context FROM indexed_head h CROSS JOIN market_context m WHERE h.index_revision = $2::bigint
        UNION ALL
        SELECT h.*, json_build_object('oraclePrice', p.oracle_price::text, 'oraclePrice24h', p.oracle_price_24h::text,
          'totalSupply', m."totalSupply", 'graduationThreshold', m."graduationThreshold", 'initialPlatform', m."initialPlatform",
          'initialToken', m."initialToken")
        FROM head_history_rows h JOIN head_history p ON p.revision = h.index_revision CROSS JOIN market_context m
        WHERE p.revision = $2
      ), past AS MATERIALIZED (
        SELECT token_id, min(revision) AS revision FROM app_history WHERE revision >= $2 GROUP BY token_id
      ), looked AS MATERIALIZED (
        SELECT * FROM (
          (SELECT NULL::bigint AS revision, most.* FROM (${highest(sort, filter, unchanged, fits('s'))}) most)
          UNION ALL
          SELECT a.revision, a.token_id, ${fits('a')}, ${RANK_BY[sort]('a')}, a.block_number, a.log_index
          FROM past JOIN app_history a USING (token_id, revision) CROSS JOIN LATERAL (SELECT a.is_graduated) s
          WHERE a.name IS NOT NULL AND ${isListed(filter, 'a', 5)}${stage === null ? '' : ` AND ${IS_IN_STAGE[stage]}`} AND ${bound('a')}
            AND (${RANK_BY[sort]('a')}, a.block_number, a.log_index) < ${below}
        ) both_kinds ${BY_RANK} LIMIT ${mostOf(filter, sort)}
      ), best AS MATERIALIZED (${BEST})
      SELECT snapshot.*, ${lookedUpTo(sort, filter)} AS "lookedUpTo", ${listOf(`
        SELECT a.*, best.rank::text FROM best JOIN app_rows a ON a.token_id = best.token_id WHERE best.revision IS NULL
        UNION ALL
        SELECT a.*, best.rank::text FROM best JOIN app_history_rows a
          ON a.token_id = best.token_id AND a.revision = best.revision`)} AS items
      FROM snapshot`,
  );
}

/** Launches in the order of an index, with `app_stats s` where a filter asks for it. Graduated apps, which are few, have their own. */
function launchesOf({ stage, least = {} }: AppFilter): {
  from: string;
  of: string;
  block: string;
  logIndex: string;
} {
  if (stage === 'graduated')
    return { from: 'app_stats s', of: 's', block: 's.launch_block', logIndex: 's.launch_log_index' };
  const stats =
    stage === null && !isSieved(least, null) ? '' : ' JOIN app_stats s ON s.token_id = l.token_id';
  return { from: `apps l${stats}`, of: 'l', block: 'l.block_number', logIndex: 'l.log_index' };
}

/** Apps by launch, newest first: $1, $2 block and log index that the page starts below (or null), $3 its length. */
export function newestAppsSql(
  filter: AppFilter,
): HeadStatement<
  [block: number | null, logIndex: number | null, limit: number, ...filter: string[]],
  AppItems
> {
  const { stage, least = {} } = filter;
  const { from, of, block, logIndex } = launchesOf(filter);
  const { fits } = rangeConditions(least, null, 3 + creatorValues(filter).length, PRICE_NOW);
  const looked = mostOf(filter, null);
  return statementOf(
    'newest-apps',
    filter,
    `
      WITH looked AS MATERIALIZED (
        SELECT ${of}.token_id, ${block} AS block_number, ${logIndex} AS log_index, ${fits('s')} AS fits
        FROM ${from} WHERE ${isListed(filter, of, 3)}${stage === null ? '' : ` AND ${IS_IN_STAGE[stage]}`}
          AND (${block}, ${logIndex}) < (coalesce($1::bigint, 9223372036854775807), coalesce($2::int, 0))
        ORDER BY ${block} DESC, ${logIndex} DESC LIMIT ${looked}
      )
      SELECT h.*, to_json(m) AS context, ${
        isSieved(least, null)
          ? `(SELECT json_build_object('block', block_number, 'logIndex', log_index)
        FROM looked ORDER BY block_number DESC, log_index DESC OFFSET ${looked - 1} LIMIT 1)`
          : 'NULL::json'
      } AS "lookedUpTo", (
        SELECT coalesce(json_agg(a ORDER BY a."launchBlock" DESC, a."launchLogIndex" DESC), '[]') FROM (
          SELECT * FROM looked WHERE fits ORDER BY block_number DESC, log_index DESC LIMIT $3::int
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
