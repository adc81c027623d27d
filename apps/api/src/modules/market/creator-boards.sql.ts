import { addressOfId, idOfAddress } from '@slipway/database';
import { CONSTANTS, FIRST, MOST } from './boards-by-stats.sql.js';
import type { BoardMetric, BoardWindow } from './types/leaderboards.types.js';

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
const SUMS = {
  volume: { column: 'volume_usd', share: null, value: 'sum' },
  fees: { column: 'fees', share: null, value: 'sum' },
  market_cap: {
    column: 'price',
    share: 's.unit_price',
    value: 'div(sum * d.oracle_price * d.total_supply, 1e60)',
  },
  holders: { column: 'holders', share: 's.holders', value: 'sum' },
  graduations: { column: 'graduations', share: graduatedIn, value: 'sum' },
} as const;

const isSummed = (metric: BoardMetric): metric is keyof typeof SUMS => metric in SUMS;

/**
 * The best of the creators by a sum that the indexer keeps. Sums have hidden apps in them: the creators of these are read each.
 * The others are read in the order of an index as far as a page goes.
 */
function bestBySums(metric: keyof typeof SUMS, window: BoardWindow): string {
  const { column, share, value } = SUMS[metric];
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
export function bestCreators(metric: BoardMetric, window: BoardWindow): string {
  if (isSummed(metric)) return bestBySums(metric, window);
  throw new TypeError(`creators have no ${metric}`);
}
