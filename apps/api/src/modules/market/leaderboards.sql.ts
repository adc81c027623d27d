import { HEAD_COLUMNS, HEAD_TABLES } from '#database';
import type { Board, BoardMetric, BoardWindow } from './leaderboards.types.js';

/** Start of a window that ends at the head's time. */
const START: Record<BoardWindow, string> = {
  '24h': `h.block_time - interval '24 hours'`,
  '7d': `h.block_time - interval '168 hours'`,
  '30d': `h.block_time - interval '720 hours'`,
  all: `'-infinity'::timestamptz`,
};

/** What holds for every app: the feed's answer, null unless it is a price, and the supply. */
const CONSTANTS = `CROSS JOIN (
  SELECT total_supply, (
    SELECT CASE WHEN answer > 0 THEN answer END FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1
  ) AS answer FROM deployment
) d`;

/** Metrics that the indexer sums for apps and traders, and the columns of the sums, which the window follows. */
const SUMS = { volume: 'volume_usd', trades: 'trades', fees: 'fees' } as const;
type SummedMetric = keyof typeof SUMS;

const isSummed = (metric: BoardMetric): metric is SummedMetric => metric in SUMS;

interface OfApps {
  readonly tables: string;
  readonly value: string;
}

/**
 * What apps have of the other metrics: the tables to read, by `t.token`, and the value. What has no window counts for the
 * apps that were traded in it. Market caps are USD with 26 decimals, null without a price.
 */
const OTHERS_OF_APPS: Record<Exclude<BoardMetric, SummedMetric>, (window: BoardWindow) => OfApps> = {
  market_cap: (window) => ({
    tables: `app_totals t JOIN app_stats s ON s.token = t.token AND t.trades_${window} > 0 ${CONSTANTS}`,
    value: 'div(s.platform_reserve * d.answer * d.total_supply, nullif(s.token_reserve, 0))',
  }),
  holders: (window) => ({
    tables: `app_totals t JOIN app_stats s ON s.token = t.token AND t.trades_${window} > 0`,
    value: 's.holders',
  }),
  graduations: (window) => ({
    tables: `head h JOIN curves t ON t.graduated_at IS NOT NULL AND t.graduated_at > ${START[window]}`,
    value: '1',
  }),
};

const ofApps = (metric: BoardMetric, window: BoardWindow): OfApps =>
  isSummed(metric)
    ? { tables: 'app_totals t', value: `t.${SUMS[metric]}_${window}` }
    : OTHERS_OF_APPS[metric](window);

const IS_LISTED = 'NOT EXISTS (SELECT FROM hidden_apps x WHERE x.token = t.token)';

/** Everybody's value, as rows of address and value. */
const VALUES: Record<Board, (metric: BoardMetric, window: BoardWindow) => string> = {
  apps: (metric, window) => {
    const { tables, value } = ofApps(metric, window);
    return `SELECT t.token AS address, ${value} AS value FROM ${tables} WHERE ${IS_LISTED}`;
  },
  creators: (metric, window) => {
    if (metric !== 'graduations') throw new TypeError(`the indexer sums ${metric} of creators`);
    const { tables } = ofApps(metric, window);
    return `
      SELECT a.creator AS address, count(*) AS value FROM ${tables} JOIN apps a ON a.token = t.token
      WHERE ${IS_LISTED} GROUP BY a.creator`;
  },
  traders: (metric, window) => {
    if (!isSummed(metric)) throw new TypeError(`traders have no ${metric}`);
    return `SELECT trader AS address, ${SUMS[metric]}_${window} AS value FROM trader_totals`;
  },
};

/** Equal values by address as a number, which its text in lower case sorts by. */
const ORDER = 'ORDER BY value DESC, lower(address)';
const FIRST = `${ORDER} LIMIT $1::int`;
/** Most places that a page has. Written out where a parameter would have the planner expect a tenth of everything. */
const MOST = 100;

/**
 * The best of a board that has leaders (apps/indexer/src/store/board-leaders.ts): of them if they are enough, else of all.
 * Leaders are looked up by an array of their addresses: a join would have the planner read everybody.
 */
const bestOfLeaders = (board: string, everybody: string): string => `
  WITH floor AS MATERIALIZED (
    SELECT value, address FROM board_floors WHERE board = '${board}'
  ), above AS MATERIALIZED (
    SELECT everybody.address, everybody.value FROM floor CROSS JOIN (${everybody}) everybody
    WHERE everybody.address = ANY (ARRAY(SELECT address FROM board_leaders WHERE board = '${board}'))
      AND (everybody.value > floor.value
      OR (everybody.value = floor.value AND lower(everybody.address) <= lower(floor.address))) AND everybody.value > 0
    ORDER BY everybody.value DESC, lower(everybody.address) LIMIT $1::int
  ), enough AS MATERIALIZED (
    SELECT (SELECT count(*) FROM above) = $1::int OR EXISTS (SELECT FROM floor WHERE value = 0) AS are
  )
  SELECT * FROM above WHERE (SELECT are FROM enough)
  UNION ALL (SELECT * FROM (${everybody}) everybody WHERE NOT (SELECT are FROM enough) AND value > 0 ${FIRST})`;

/** Sums of creators, by metric: their columns, which the window follows, and what an app adds to one. */
const OF_CREATORS: Record<
  Exclude<BoardMetric, 'graduations' | 'trades'>,
  { column: string; share: string | null }
> = {
  volume: { column: 'volume_usd', share: null },
  fees: { column: 'fees', share: null },
  market_cap: {
    column: 'price',
    share: 'coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)',
  },
  holders: { column: 'holders', share: 's.holders' },
};

/**
 * The best of the creators, by the sums that the indexer keeps. Hidden apps are in these: creators of such are looked at each,
 * the others in the order of an index as far as a page goes.
 */
function bestCreators(metric: keyof typeof OF_CREATORS, window: BoardWindow): string {
  const sum = `${OF_CREATORS[metric].column}_${window}`;
  const share = OF_CREATORS[metric].share ?? `t.${sum}`;
  const value = metric === 'market_cap' ? 'div(sum * d.answer * d.total_supply, 1e60)' : 'sum';
  return `
    WITH hiding AS MATERIALIZED (
      SELECT a.creator, sum(${share}) AS hidden
      FROM hidden_apps x JOIN app_totals t ON t.token = x.token AND t.trades_${window} > 0
        JOIN app_stats s ON s.token = x.token JOIN apps a ON a.token = x.token
      GROUP BY a.creator
    )
    SELECT address, ${value} AS value FROM (
      (SELECT creator AS address, ${sum} AS sum FROM creator_totals
      WHERE ${sum} > 0 AND creator NOT IN (SELECT creator FROM hiding)
      ORDER BY ${sum} DESC, lower(creator) LIMIT ${MOST})
      UNION ALL
      SELECT c.creator, c.${sum} - hiding.hidden FROM hiding JOIN creator_totals c ON c.creator = hiding.creator
    ) sums ${CONSTANTS} WHERE ${value} > 0 ${FIRST}`;
}

function bestOf(board: Board, metric: BoardMetric, window: BoardWindow): string {
  if (board === 'creators' && metric in OF_CREATORS)
    return bestCreators(metric as keyof typeof OF_CREATORS, window);
  if (board === 'creators' || !isSummed(metric))
    return `SELECT * FROM (${VALUES[board](metric, window)}) everybody WHERE value > 0 ${FIRST}`;
  const table = board === 'apps' ? 'app_totals' : 'trader_totals';
  return bestOfLeaders(`${table}.${SUMS[metric]}_${window}`, VALUES[board](metric, window));
}

/** The $1 highest values above zero; equal ones by address as a number. */
export function leaderboardSql(
  board: Board,
  metric: BoardMetric,
  window: BoardWindow,
): { name: string; text: string } {
  const symbol = board === 'apps' ? '(SELECT symbol FROM apps WHERE token = address)' : 'NULL';
  return {
    name: `leaderboard-${board}-${metric}-${window}`,
    text: `
      SELECT ${HEAD_COLUMNS}, (
        SELECT coalesce(json_agg(json_build_array(address, ${symbol}, value::text) ${ORDER}), '[]')
        FROM (${bestOf(board, metric, window)}) best
      ) AS entries
      FROM ${HEAD_TABLES}`,
  };
}
