import { Injectable } from '@nestjs/common';
import {
  type AppStage,
  type HeadStatement,
  highestApps,
  idOfAddress,
  IS_IN_STAGE,
  isHidden,
  PrismaService,
} from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { AppItems, AppListPage, RankedApp } from '../app-rows.types.js';
import { type SparklineSpan, withSparklines } from '../sparklines.sql.js';

export const APP_SORTS = [
  'trending',
  'newest',
  'market_cap',
  'volume',
  'holders',
  'price_change',
  'curve_progress',
  'last_trade',
] as const;

export type AppSort = (typeof APP_SORTS)[number];

/** Orders by values that move: paginated in the state they began in. `newest` only grows, and is paginated by position. */
export type RankedSort = Exclude<AppSort, 'newest'>;

/** Figures that a list may ask the least of. */
type AppRange = 'marketCapUsd' | 'volume24hUsd' | 'holders';

/** The least of each, decimal text. An app whose figure is unknown is in no range. */
export type AppRanges = Readonly<Partial<Record<AppRange, string>>>;

/** Which apps a list is of; null is no restriction. */
export interface AppFilter {
  readonly stage: AppStage | null;
  readonly creator: Address | null;
  readonly least?: AppRanges;
}

/** A launch's position in the chain. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

/** The last app that pages of a ranking have shown, and the state of the index that they are of. */
export interface RankedPosition extends LaunchPosition {
  readonly indexRevision: string;
  readonly rank: string;
}

/**
 * What an app ranks by, -1 where it is unknown. A volume with an unpriced trade ranks by its known part. Every app has the same supply and the feed's price, so that prices rank as market
 * caps do. They have the same curve too, so that the platform reserve ranks as progress does. Graduated apps are all at its end.
 */
const RANK_BY: Record<RankedSort, (of: string) => string> = {
  trending: (of) => `${of}.trending`,
  market_cap: (of) =>
    `coalesce(${of}.platform_reserve * coalesce(${of}.supply, 1) / nullif(${of}.token_reserve, 0), -1)`,
  volume: (of) => `${of}.volume_usd_24h`,
  holders: (of) => `${of}.holders`,
  price_change: (of) => `coalesce(
    (${of}.platform_reserve * ${of}.token_reserve_24h) / nullif(${of}.token_reserve * ${of}.platform_reserve_24h, 0), -1)`,
  curve_progress: (of) => `CASE WHEN ${of}.is_graduated THEN 1e78 ELSE ${of}.platform_reserve END`,
  last_trade: (of) => `${of}.last_trade_block`,
};

const AS_INTEGER = 'least(greatest($3::numeric, -1), 2147483647)::int';

/** The rank of a cursor, $3, as what an index orders by: a column's own type only. */
const rankOfCursor = (sort: RankedSort): string =>
  sort === 'holders' || sort === 'last_trade' ? AS_INTEGER : '$3::numeric';

/** Apps that a page looks at when not each of them belongs to it. Fewer than asked may be found: the cursor goes on below. */
export const MOST_LOOKED_AT = 1_000;

/** In the order of their parameters, each with the sort that orders by the same. */
const SORT_OF: Record<AppRange, RankedSort> = {
  marketCapUsd: 'market_cap',
  volume24hUsd: 'volume',
  holders: 'holders',
};

/** The ranges that were asked for, in the order of their parameters. */
const rangesOf = (ranges: AppRanges): AppRange[] =>
  (Object.keys(SORT_OF) as AppRange[]).filter((range) => ranges[range] !== undefined);

const rangeValues = (ranges: AppRanges): string[] => rangesOf(ranges).map((range) => ranges[range] ?? '0');

/**
 * The lowest value of a range, as what its apps rank by. USD of volumes have 26 decimals; a market cap is a price times the
 * feed's and the supply, which is in the rank where apps have their own; null without a price; no volume has USD without a feed.
 */
const LOWEST: Record<AppRange, (value: string, oraclePrice: string) => string> = {
  marketCapUsd: (value, oraclePrice) =>
    `(SELECT ${value}::numeric * 1e26 / nullif(greatest(${oraclePrice}, 0) * greatest(total_supply, 1), 0) FROM deployment)`,
  volume24hUsd: (value) => `(SELECT ${value}::numeric * 1e26 FROM deployment WHERE price_feeds <> '{}')`,
  holders: (value) => `${value}::int`,
};

/** How apps are told from those out of range. */
interface RangeConditions {
  /** Of the range that a sort has in its own order: below it nothing is. */
  readonly bound: (of: string) => string;
  /** Of the others. */
  readonly fits: (of: string) => string;
}

/**
 * @param sort null for an order by none of them
 * @param own parameters before those of the ranges
 * @param oraclePrice SQL: the feed's price that market caps are by
 */
function rangeConditions(
  ranges: AppRanges,
  sort: RankedSort | null,
  own: number,
  oraclePrice: string,
): RangeConditions {
  const conditions = rangesOf(ranges).map((range, place) => ({
    isOwn: SORT_OF[range] === sort,
    holds: (of: string) =>
      `${RANK_BY[SORT_OF[range]](of)} >= ${LOWEST[range](`$${own + 1 + place}`, oraclePrice)}`,
  }));
  const all = (isOwn: boolean) => (of: string) =>
    ['true', ...conditions.filter((one) => one.isOwn === isOwn).map(({ holds }) => holds(of))].join(' AND ');
  return { bound: all(true), fits: all(false) };
}

/** Whether a page may have to look at apps that do not belong to it. */
const isSieved = (ranges: AppRanges, sort: RankedSort | null): boolean =>
  rangesOf(ranges).some((range) => SORT_OF[range] !== sort);

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

/** Lists apps. Null means that nothing is indexed yet. */
@Injectable()
export class AppListRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The highest ranked apps as they are now. */
  rank(
    sort: RankedSort,
    filter: AppFilter,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<RankedApp> | null> {
    const statement = withSparklines(rankAppsSql(sort, filter), sparkline);
    return this.prisma.$runAsOf(statement, limit, ...filterValues(filter));
  }

  /** The apps ranked next, as they were when pagination began; null when its state is kept no longer. */
  rankBelow(
    sort: RankedSort,
    filter: AppFilter,
    { indexRevision, rank, block, logIndex }: RankedPosition,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<RankedApp> | null> {
    const below = [indexRevision, rank, block, logIndex] as const;
    const statement = withSparklines(rankAppHistorySql(sort, filter), sparkline);
    return this.prisma.$runAsOf(statement, limit, ...below, ...filterValues(filter));
  }

  /** Apps by launch, newest first, from below a position. */
  listNewest(
    filter: AppFilter,
    below: LaunchPosition | null,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage | null> {
    const { block = null, logIndex = null } = below ?? {};
    const statement = withSparklines(newestAppsSql(filter), sparkline);
    return this.prisma.$runAsOf(statement, block, logIndex, limit, ...filterValues(filter));
  }
}
