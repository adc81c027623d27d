import { addressOfId, isHidden } from '@slipway/database';
import { BOARD_WINDOWS, type BoardMetric, type BoardWindow } from './types/leaderboards.types.js';

/** Equal values by address as a number, which its text in lower case sorts by. */
export const ORDER = 'ORDER BY value DESC, lower(address)';
export const FIRST = `${ORDER} LIMIT $1::int`;
/** Most places that a page has. Written out where a parameter would have the planner expect a tenth of everything. */
export const MOST = 100;

/** What holds for every app: the feed's price, null unless it is a price, and the supply. */
export const CONSTANTS = `CROSS JOIN (
  SELECT total_supply, (SELECT price FROM latest_oracle_price) AS oracle_price FROM deployment
) d`;

/**
 * Metrics that apps have by their statistics: what an index of them orders by, and the value. Market caps are USD with 26
 * decimals, null without a price.
 */
const BY_STATS = {
  market_cap: {
    rank: 'coalesce(div(s.platform_reserve * 1e60, nullif(s.token_reserve, 0)), 0)',
    value: 'div(s.platform_reserve * d.oracle_price * d.total_supply, nullif(s.token_reserve, 0))',
  },
  holders: { rank: 's.holders', value: 's.holders' },
} as const;

export const isRankedByStats = (metric: BoardMetric): metric is keyof typeof BY_STATS => metric in BY_STATS;

/** The best of the listed apps by a metric that has no window: it counts for the apps that were traded in it. Each app has the
 * shortest window that it was traded in: those of each shorter one count too. Equal ones are read up to the last whose first bytes are the same. */
export function bestByStats(metric: keyof typeof BY_STATS, window: BoardWindow): string {
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
