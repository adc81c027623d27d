import { addressOfId, idOfAddress, isHidden, type HeadStatement } from '@slipway/database';
import { bestByStats, FIRST, isRankedByStats, ORDER } from './boards-by-stats.sql.js';
import { bestCreators } from './creator-boards.sql.js';
import type { Board, BoardRow, BoardMetric, BoardWindow } from './types/leaderboards.types.js';

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
): HeadStatement<[limit: number], { entries: readonly BoardRow[] }> {
  const symbol =
    board === 'apps' ? `(SELECT symbol FROM apps WHERE token_id = ${idOfAddress('best.address')})` : 'NULL';
  return {
    name: `leaderboard-${board}-${metric}-${window}`,
    text: `
      SELECT h.*, (
        SELECT coalesce(json_agg(json_build_array(address, ${symbol}, value::text, partial) ${ORDER}), '[]')
        FROM (SELECT * FROM (${bestOf(board, metric, window)}) found ${FIRST}) best
      ) AS entries
      FROM indexed_head h`,
  };
}
