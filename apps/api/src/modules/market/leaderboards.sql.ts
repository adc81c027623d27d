import type { HeadStatement } from '@slipway/database';
import { bestByStats, FIRST, isRankedByStats, ORDER } from './boards-by-stats.sql.js';
import { bestCreators } from './creator-boards.sql.js';
import type { Board, BoardRow, BoardMetric, BoardWindow } from './leaderboards.types.js';

/** Metrics that the indexer sums for apps and traders, and the columns of the sums, which the window follows. */
const SUMS = { volume: 'volume_usd', trades: 'trades', fees: 'fees' } as const;
type SummedMetric = keyof typeof SUMS;

const isSummed = (metric: BoardMetric): metric is SummedMetric => metric in SUMS;

/**
 * The best of a board that has candidates (apps/indexer/src/tables/leaderboard-candidates.ts): of them if they are enough, else of all.
 * Candidates are looked up by an array of their addresses: a join would have the planner read all rows.
 */
const bestOfCandidates = (board: string, values: string): string => `
  WITH cut_off AS MATERIALIZED (
    SELECT value, address FROM board_floors WHERE board = '${board}'
  ), above AS MATERIALIZED (
    SELECT one.address, one.value FROM cut_off CROSS JOIN (${values}) one
    WHERE one.address = ANY (ARRAY(SELECT address FROM board_leaders WHERE board = '${board}'))
      AND (one.value > cut_off.value
      OR (one.value = cut_off.value AND lower(one.address) <= lower(cut_off.address))) AND one.value > 0
    ORDER BY one.value DESC, lower(one.address) LIMIT $1::int
  ), enough AS MATERIALIZED (
    SELECT (SELECT count(*) FROM above) = $1::int OR EXISTS (SELECT FROM cut_off WHERE value = 0) AS are
  )
  SELECT * FROM above WHERE (SELECT are FROM enough)
  UNION ALL (SELECT * FROM (${values}) one WHERE NOT (SELECT are FROM enough) AND value > 0 ${FIRST})`;

/** The value of all, as rows of address and value. */
const VALUES: Record<'apps' | 'traders', (column: string) => string> = {
  apps: (column) => `
    SELECT t.token AS address, t.${column} AS value FROM app_totals t
    WHERE NOT EXISTS (SELECT FROM hidden_apps x WHERE x.token = t.token)`,
  traders: (column) => `SELECT trader AS address, ${column} AS value FROM trader_totals`,
};

function bestOf(board: Board, metric: BoardMetric, window: BoardWindow): string {
  if (board === 'creators') return bestCreators(metric, window);
  if (isSummed(metric)) {
    const column = `${SUMS[metric]}_${window}`;
    return bestOfCandidates(
      `${board === 'apps' ? 'app_totals' : 'trader_totals'}.${column}`,
      VALUES[board](column),
    );
  }
  if (board === 'apps' && isRankedByStats(metric)) return bestByStats(metric, window);
  throw new TypeError(`${board} have no ${metric}`);
}

/** The $1 highest values above zero; equal ones by address as a number. */
export function leaderboardSql(
  board: Board,
  metric: BoardMetric,
  window: BoardWindow,
): HeadStatement<[limit: number], { entries: readonly BoardRow[] }> {
  const symbol = board === 'apps' ? '(SELECT symbol FROM apps WHERE token = address)' : 'NULL';
  return {
    name: `leaderboard-${board}-${metric}-${window}`,
    text: `
      SELECT h.*, (
        SELECT coalesce(json_agg(json_build_array(address, ${symbol}, value::text) ${ORDER}), '[]')
        FROM (${bestOf(board, metric, window)}) best
      ) AS entries
      FROM indexed_head h`,
  };
}
