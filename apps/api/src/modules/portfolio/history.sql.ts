import { type HeadStatement, lastBlockUpTo } from '@slipway/database';
import type { Address } from '@slipway/domain';
import {
  BALANCE,
  HEAD,
  HELD,
  KNOWN_COST,
  type PortfolioSums,
  SUMS,
  USABLE_PRICE,
  valueOf,
  WALLET_ID,
} from './valuation.sql.js';

export const HISTORY_PERIODS = ['24h', '7d', '30d', '90d', '1y', 'all'] as const;

export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

export interface HistoryRow extends PortfolioSums {
  /** ISO 8601. */
  readonly at: string;
}

/** How far back a history reaches, and into how many equal steps it is cut: at most 200 points. */
export interface HistorySpan {
  /** Null: since the wallet's first event. */
  readonly seconds: number | null;
  readonly steps: number;
}

const HOUR = 3_600;

const DAY = 24 * HOUR;

/** Steps that a chart can name: 7.5 minutes, 1, 4, 12 and 60 hours. */
export const HISTORY_SPANS: Readonly<Record<HistoryPeriod, HistorySpan>> = {
  '24h': { seconds: DAY, steps: 192 },
  '7d': { seconds: 7 * DAY, steps: 168 },
  '30d': { seconds: 30 * DAY, steps: 180 },
  '90d': { seconds: 90 * DAY, steps: 180 },
  '1y': { seconds: 365 * DAY, steps: 146 },
  all: { seconds: null, steps: 199 },
};

/**
 * Positions and prices that one history may look up. A wallet with more than 100 positions gets fewer points, evenly spaced as
 * ever: no wallet's history is a burden.
 */
export const HISTORY_LOOK_UPS = 40_000;

/**
 * A wallet's totals at evenly spaced moments up to the head, oldest first: $1 wallet, $2 seconds back (null: to its
 * first event, a launch of its own included), $3 steps, $4 the most look-ups: a wallet for which these do not suffice gets fewer
 * moments.
 *
 * At each moment a position is its last ledger entry's. A price is that of the last reserves and oracle price, all up to then.
 * Each is one look-up by a key.
 */
export const PORTFOLIO_HISTORY: HeadStatement<
  [wallet: Address, seconds: number | null, steps: number, maxLookUps: number],
  { points: readonly HistoryRow[] }
> = {
  name: 'portfolio-history',
  text: `
    WITH ${HEAD}, ${HELD}, reach AS MATERIALIZED (
      SELECT seconds FROM head CROSS JOIN (
        SELECT time FROM block_times WHERE number = (
          SELECT block_number FROM ledger_entries WHERE wallet_id = ${WALLET_ID}
          ORDER BY block_number LIMIT 1
        )
      ) entry CROSS JOIN LATERAL (
        SELECT coalesce($2::int, extract(epoch FROM head.block_time - least(entry.time, (
          SELECT launched_at FROM apps WHERE creator_id BETWEEN ${WALLET_ID} AND ${WALLET_ID}
          ORDER BY creator_id, block_number, log_index LIMIT 1
        ))))::float8 AS seconds
      ) period
    ), span AS MATERIALIZED (
      SELECT seconds, CASE WHEN seconds > 0 THEN
        greatest(1, least($3::int, seconds, $4::int / (2 * (SELECT count(*) FROM held)))) ELSE 0 END::int AS steps
      FROM reach
    ), moments AS MATERIALIZED (
      SELECT i, at, ${lastBlockUpTo('at')} AS block, (
          SELECT ${USABLE_PRICE} FROM oracle_prices WHERE time <= at
          ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
        ) AS oracle_price
      FROM head CROSS JOIN span CROSS JOIN generate_series(0, span.steps) AS i CROSS JOIN LATERAL (
        SELECT date_trunc('milliseconds', head.block_time
          - make_interval(secs => span.seconds * (span.steps - i) / greatest(span.steps, 1))) AS at
      ) moment
    )
    SELECT head.*, (
      SELECT coalesce(json_agg(point ORDER BY point.at), '[]') FROM (
        SELECT at, ${SUMS}
        FROM moments LEFT JOIN (
          SELECT moments.i, ${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, r.platform_reserve, r.token_reserve
          FROM moments CROSS JOIN held CROSS JOIN LATERAL (
            SELECT * FROM ledger_entries e
            WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND e.block_number <= moments.block
            ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
          ) p LEFT JOIN LATERAL (
            SELECT platform_reserve, token_reserve FROM reserves
            WHERE reserves.token_id = held.token_id AND block_number <= moments.block
            ORDER BY block_number DESC, log_index DESC LIMIT 1
          ) r ON true
        ) position USING (i) CROSS JOIN LATERAL (
          SELECT CASE WHEN balance > 0 THEN ${valueOf('balance', 'position', 'moments.oracle_price')} END AS value
        ) valued
        GROUP BY at
      ) point
    ) AS points
    FROM head`,
};
