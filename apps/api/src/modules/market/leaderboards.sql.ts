import { HEAD_COLUMNS, HEAD_TABLES } from '#database';
import type { Board, BoardMetric, BoardWindow } from './leaderboards.types.js';

/** Start of a window that ends at the head's time. */
const START: Record<BoardWindow, string> = {
  '24h': `h.block_time - interval '24 hours'`,
  '7d': `h.block_time - interval '7 days'`,
  '30d': `h.block_time - interval '30 days'`,
  all: `'-infinity'::timestamptz`,
};

/** An app's market cap, in USD with 26 decimals; null without a price. */
const MARKET_CAP = `div(s.platform_reserve * oracle.answer * d.total_supply, nullif(s.token_reserve, 0))`;

const ORACLE = `LEFT JOIN LATERAL (
  SELECT CASE WHEN answer > 0 THEN answer END AS answer FROM oracle_prices
  ORDER BY block_number DESC, log_index DESC LIMIT 1
) oracle ON true`;

/** What an app has of each metric; what has no window counts for the apps that were traded in it. */
function ofApp(metric: BoardMetric, window: BoardWindow): string {
  const traded = `t.trades_${window} > 0`;
  const values: Record<BoardMetric, string> = {
    volume: `t.volume_usd_${window}`,
    trades: `t.trades_${window}`,
    fees: `t.fees_${window}`,
    market_cap: `CASE WHEN ${traded} THEN ${MARKET_CAP} END`,
    holders: `CASE WHEN ${traded} THEN s.holders END`,
    graduations: `CASE WHEN v.graduated_at > ${START[window]} THEN 1 END`,
  };
  return values[metric];
}

const LISTED_APPS = `apps a JOIN app_totals t ON t.token = a.token JOIN app_stats s ON s.token = a.token
  JOIN curves v ON v.token = a.token CROSS JOIN deployment d ${ORACLE}
  WHERE NOT EXISTS (SELECT FROM hidden_apps x WHERE x.token = a.token)`;

/** Everybody's value, as rows of address, symbol and value. */
const VALUES: Record<Board, (metric: BoardMetric, window: BoardWindow) => string> = {
  apps: (metric, window) =>
    `SELECT a.token AS address, a.symbol, ${ofApp(metric, window)} AS value FROM ${LISTED_APPS}`,
  creators: (metric, window) => `
    SELECT a.creator AS address, NULL AS symbol, sum(${ofApp(metric, window)}) AS value
    FROM ${LISTED_APPS} GROUP BY a.creator`,
  traders: (metric, window) => `
    SELECT trader AS address, NULL AS symbol, ${metric === 'volume' ? 'volume_usd' : metric}_${window} AS value
    FROM trader_totals`,
};

/** The $1 highest values above zero; equal ones by address. */
export function leaderboardSql(
  board: Board,
  metric: BoardMetric,
  window: BoardWindow,
): { name: string; text: string } {
  return {
    name: `leaderboard-${board}-${metric}-${window}`,
    text: `
      SELECT ${HEAD_COLUMNS}, (
        SELECT coalesce(json_agg(json_build_array(address, symbol, value::text) ORDER BY value DESC, address), '[]')
        FROM (
          SELECT * FROM (${VALUES[board](metric, window)}) everybody
          WHERE value > 0 ORDER BY value DESC, address LIMIT $1::int
        ) best
      ) AS entries
      FROM ${HEAD_TABLES}`,
  };
}
