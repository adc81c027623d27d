import { Injectable } from '@nestjs/common';
import type { Address, AsOfBlock } from '@slipway/domain';
import {
  addressOfId,
  type HeadStatement,
  idOfAddress,
  isHidden,
  PrismaService,
  SUPPLY,
  UNIT_WITHOUT_FEED,
} from '@slipway/database';

/** Windows that end at the as-of block's time; `all` has no beginning. */
export const BOARD_WINDOWS = ['24h', '7d', '30d', 'all'] as const;

export type BoardWindow = (typeof BOARD_WINDOWS)[number];

/** Metrics of each board; the first is its default. */
export const BOARDS = {
  apps: ['volume', 'trades', 'market_cap', 'holders', 'fees'],
  traders: ['volume', 'trades', 'fees'],
  creators: ['volume', 'market_cap', 'holders', 'graduations', 'fees'],
} as const;

export type Board = keyof typeof BOARDS;

export const BOARD_NAMES = Object.keys(BOARDS) as Board[];

export type BoardMetric = (typeof BOARDS)[Board][number];

export const BOARD_METRICS: readonly BoardMetric[] = [...new Set(Object.values(BOARDS).flat())];

export const BOARD_UNITS = ['usd', 'platform', 'count'] as const;

export type BoardUnit = (typeof BOARD_UNITS)[number];

export const UNIT_OF: Record<BoardMetric, BoardUnit> = {
  volume: 'usd',
  trades: 'count',
  market_cap: 'usd',
  holders: 'count',
  graduations: 'count',
  fees: 'platform',
};

/** A place as the database keeps it: USD with 26 decimals, platform tokens in wei. */
export type BoardRow = readonly [address: Address, symbol: string | null, value: string, partial: boolean];

/** Equal values by address as a number, which its text in lower case sorts by. */
const ORDER = 'ORDER BY value DESC, lower(address)';

const FIRST = `${ORDER} LIMIT $1::int`;

/** Most places that a page has. Written out where a parameter would have the planner expect a tenth of everything. */
const MOST = 100;

/** What holds for every app: the feed's price, null unless it is a price, a unit where there is no feed, and the supply; 0 where each has its own. */
const CONSTANTS = `CROSS JOIN (
  SELECT total_supply, coalesce((SELECT price FROM latest_oracle_price), ${UNIT_WITHOUT_FEED}) AS oracle_price FROM deployment
) d`;

/**
 * Metrics that apps have by their statistics: what an index of them orders by, and the value. Market caps are USD with 26
 * decimals, null without a price.
 */
const BY_STATS = {
  market_cap: {
    rank: 'coalesce(div(s.platform_reserve * coalesce(s.supply, 1) * 1e60, nullif(s.token_reserve, 0)), 0)',
    value: `div(s.platform_reserve * d.oracle_price * ${SUPPLY}, nullif(s.token_reserve, 0))`,
  },
  holders: { rank: 's.holders', value: 's.holders' },
} as const;

const isRankedByStats = (metric: BoardMetric): metric is keyof typeof BY_STATS => metric in BY_STATS;

/** The best of the listed apps by a metric that has no window: it counts for the apps that were traded in it. Each app has the
 * shortest window that it was traded in: those of each shorter one count too. Equal ones are read up to the last whose first bytes are the same. */
function bestByStats(metric: keyof typeof BY_STATS, window: BoardWindow): string {
  const { rank, value } = BY_STATS[metric];
  return `
    SELECT address, value, false AS partial FROM (
      SELECT s.address, ${value} AS value FROM (
        SELECT s.*, ${addressOfId('s.token_id')} AS address FROM generate_series(0, ${BOARD_WINDOWS.indexOf(window)}) AS traded (within) CROSS JOIN LATERAL (
          SELECT s.*, ${rank} AS rank FROM app_stats s
          WHERE s.traded_within = traded.within AND NOT ${isHidden('s.token_id')}
          ORDER BY ${rank} DESC, first_bytes FETCH FIRST ${MOST} ROWS WITH TIES
        ) s ORDER BY rank DESC, lower(${addressOfId('s.token_id')}) LIMIT ${MOST}
      ) s ${CONSTANTS}
    ) traded WHERE value > 0 ${FIRST}`;
}

/** Start of a window that ends at the head's time. */
const START: Record<BoardWindow, string> = {
  '24h': `h.block_time - interval '24 hours'`,
  '7d': `h.block_time - interval '168 hours'`,
  '30d': `h.block_time - interval '720 hours'`,
  all: `'-infinity'::timestamptz`,
};

/** An app without a pool has no time at which it graduated. */
const graduatedIn = (window: BoardWindow): string =>
  `(SELECT count(*) FROM head h JOIN curves c ON c.token_id = t.token_id AND c.graduated_at > ${START[window]})`;

/** Sums of creators by metric: the columns, which the window follows, what an app adds to one, and the value of a sum. */
const CREATOR_SUMS = {
  volume: { column: 'volume_usd', share: null, value: 'sum' },
  fees: { column: 'fees', share: null, value: 'sum' },
  market_cap: {
    column: 'price',
    share: 's.unit_price',
    value: 'div(sum * d.oracle_price * greatest(d.total_supply, 1), 1e60)',
  },
  holders: { column: 'holders', share: 's.holders', value: 'sum' },
  graduations: { column: 'graduations', share: graduatedIn, value: 'sum' },
} as const;

const isSummedOfCreators = (metric: BoardMetric): metric is keyof typeof CREATOR_SUMS =>
  metric in CREATOR_SUMS;

/**
 * The best of the creators by a sum that the indexer keeps. Sums have hidden apps in them: the creators of these are read each.
 * The others are read in the order of an index as far as a page goes.
 */
function bestBySums(metric: keyof typeof CREATOR_SUMS, window: BoardWindow): string {
  const { column, share, value } = CREATOR_SUMS[metric];
  const sum = `${column}_${window}`;
  const unpriced =
    metric === 'volume' ? (of: string): string => `${of}.unpriced_${window}` : (): string => '0';
  const ofApp = typeof share === 'function' ? share(window) : (share ?? `t.${sum}`);
  return `
    WITH hiding AS MATERIALIZED (
      SELECT s.creator_id, sum(${ofApp}) AS hidden, sum(${unpriced('t')}) AS unpriced
      FROM hidden_apps x JOIN app_totals t ON t.token_id = ${idOfAddress('x.token')} AND t.trades_${window} > 0
        JOIN app_prices s ON s.token_id = t.token_id
      GROUP BY s.creator_id
    )
    SELECT address, value, unpriced > 0 AS partial FROM (SELECT ${addressOfId('sums.creator_id')} AS address, ${value} AS value, unpriced FROM (
      (SELECT creator_id, ${sum} AS sum, ${unpriced('creator_totals')} AS unpriced FROM creator_totals
      WHERE ${sum} > 0 AND creator_id NOT IN (SELECT creator_id FROM hiding)
      ORDER BY ${sum} DESC, first_bytes FETCH FIRST ${MOST} ROWS WITH TIES)
      UNION ALL
      SELECT c.creator_id, c.${sum} - hiding.hidden, ${unpriced('c')} - hiding.unpriced FROM hiding JOIN creator_totals c ON c.creator_id = hiding.creator_id
    ) sums ${CONSTANTS}) creators
    WHERE value > 0 ${FIRST}`;
}

/** The best of the creators. */
function bestCreators(metric: BoardMetric, window: BoardWindow): string {
  if (isSummedOfCreators(metric)) return bestBySums(metric, window);
  throw new TypeError(`creators have no ${metric}`);
}

/** Metrics that the indexer sums for apps and traders, and the columns of the sums, which the window follows. */
const SUMS = { volume: 'volume_usd', trades: 'trades', fees: 'fees' } as const;

type SummedMetric = keyof typeof SUMS;

const isSummed = (metric: BoardMetric): metric is SummedMetric => metric in SUMS;

/** Sums by the ids of addresses, and which of them are shown. */
const TOTALS = {
  apps: {
    table: 'app_totals',
    key: 'token_id',
    isListed: `NOT ${isHidden('sums.id')}`,
  },
  traders: { table: 'trader_totals', key: 'trader_id', isListed: 'true' },
} as const;

/** Few rows in their order. Among them are those beyond the last that share its value and its address's first bytes. */
const FIRST_WITH_TIES = 'ORDER BY value DESC, first_bytes FETCH FIRST ($1::int) ROWS WITH TIES';

/**
 * The best of a board that has candidates (apps/indexer/src/tables/leaderboard-candidates.ts): of them if they are enough, else of all.
 * Candidates are looked up each: a join would have the planner read all rows. All are read within a loop of no or one turn: the
 * planner would start workers for them even where they are not wanted.
 */
function bestOfCandidates(board: keyof typeof TOTALS, column: string, partial: string): string {
  const { table, key, isListed } = TOTALS[board];
  const name = `'${table}.${column}'`;
  return `
  SELECT ${addressOfId('found.id')} AS address, value, partial FROM (
    WITH best AS MATERIALIZED (
      SELECT sums.* FROM leaderboard_candidates candidate CROSS JOIN LATERAL (
        SELECT ${key} AS id, ${column} AS value, ${partial} AS partial, first_bytes FROM ${table} WHERE ${key} = candidate.address_id LIMIT 1
      ) sums
      WHERE candidate.board = ${name} AND ${isListed} ${FIRST_WITH_TIES}
    ), enough AS MATERIALIZED (
      SELECT (SELECT count(*) FROM best) >= $1::int
        OR EXISTS (SELECT FROM leaderboard_cut_offs WHERE board = ${name} AND place = 1) AS are
    )
    SELECT * FROM best WHERE (SELECT are FROM enough)
    UNION ALL
    SELECT sums.* FROM generate_series(1, CASE WHEN (SELECT are FROM enough) THEN 0 ELSE 1 END) AS lacking (least) CROSS JOIN LATERAL (
      SELECT * FROM (SELECT ${key} AS id, ${column} AS value, ${partial} AS partial, first_bytes FROM ${table}) sums
      WHERE value >= lacking.least AND ${isListed} ${FIRST_WITH_TIES}
    ) sums
  ) found OFFSET 0`;
}

/** SQL: whether a sum of USD lacks trades that have none. */
const isPartial = (metric: BoardMetric, window: BoardWindow): string =>
  metric === 'volume' ? `unpriced_${window} > 0` : 'false';

function bestOf(board: Board, metric: BoardMetric, window: BoardWindow): string {
  if (board === 'creators') return bestCreators(metric, window);
  if (isSummed(metric)) {
    return bestOfCandidates(board, `${SUMS[metric]}_${window}`, isPartial(metric, window));
  }
  if (board === 'apps' && isRankedByStats(metric)) return bestByStats(metric, window);
  throw new TypeError(`${board} have no ${metric}`);
}

/** The $1 highest values above zero; equal ones by address as a number. */
export function leaderboardSql(
  board: Board,
  metric: BoardMetric,
  window: BoardWindow,
): HeadStatement<[limit: number], { entries: readonly BoardRow[]; hasFeed: boolean }> {
  const symbol =
    board === 'apps' ? `(SELECT symbol FROM apps WHERE token_id = ${idOfAddress('best.address')})` : 'NULL';
  return {
    name: `leaderboard-${board}-${metric}-${window}`,
    text: `
      SELECT h.*, (
        SELECT coalesce(json_agg(json_build_array(address, ${symbol}, value::text, partial) ${ORDER}), '[]')
        FROM (SELECT * FROM (${bestOf(board, metric, window)}) found ${FIRST}) best
      ) AS entries, (SELECT price_feeds <> '{}' FROM deployment) AS "hasFeed"
      FROM indexed_head h`,
  };
}

/** Reads leaderboards. Null means that nothing is indexed yet. */
@Injectable()
export class LeaderboardsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The highest values of a board, highest first. */
  readBoard(
    board: Board,
    metric: BoardMetric,
    window: BoardWindow,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; entries: readonly BoardRow[]; hasFeed: boolean } | null> {
    return this.prisma.$runAsOf(leaderboardSql(board, metric, window), limit);
  }
}
