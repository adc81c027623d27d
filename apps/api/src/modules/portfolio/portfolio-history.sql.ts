import type { HeadStatement } from '#database';
import type { Address } from '#values';
import type { HistoryFacts } from './portfolio.types.js';
import { BALANCE, HEAD, KNOWN_COST, SUMS, USABLE_ANSWER, valueOf } from './valuation.sql.js';

/** A moment's UTC day. */
const dayOf = (time: string): string => `((${time}) AT TIME ZONE 'UTC')::date`;

const STATE = 'token, known_quantity, unknown_quantity, cost, realized';

/** Carries what is known of a token at some moments on to those after them. */
const carriedOn = (columns: string, marks: string): string => `
  SELECT token, ${columns},
    generate_series(i, lead(i, 1, (SELECT steps FROM span) + 1) OVER (PARTITION BY token ORDER BY i) - 1) AS i
  FROM ${marks}`;

/**
 * A wallet's totals at evenly spaced moments up to the head, oldest first: $1 wallet, $2 seconds back (null: to its
 * first event, a launch of its own included), $3 steps; $4 the most positions times moments, $5 the most look-ups, and $6 the most days of positions
 * or of candles that are read: a wallet for which these do not suffice gets fewer moments.
 *
 * At each moment a position is what its last ledger entry says, and a price what the last reserves and answer do, all up
 * to then. Most tokens rest on most days, so that few of them are looked up: a position only on the days in which it
 * changed, whose ends position_days and the position itself have; a price only on the days with a candle, or on which reserves moved
 * without a trade; both at the ends of the span. From there they are carried on. A wallet whose tokens hardly ever rest has everything looked up.
 */
export const PORTFOLIO_HISTORY: HeadStatement<
  [
    wallet: Address,
    seconds: number | null,
    steps: number,
    maxValues: number,
    maxLookUps: number,
    maxDays: number,
  ],
  { points: readonly HistoryFacts[] }
> = {
  name: 'portfolio-history',
  text: `
    WITH ${HEAD}, held AS MATERIALIZED (
      SELECT token FROM positions WHERE wallet = $1
    ), reach AS MATERIALIZED (
      SELECT seconds, ${dayOf('head.block_time - make_interval(secs => seconds)')} AS first,
        ${dayOf('head.block_time')} AS today
      FROM head CROSS JOIN (
        SELECT time FROM ledger_entries WHERE wallet = $1 ORDER BY block_number, log_index LIMIT 1
      ) entry CROSS JOIN LATERAL (
        SELECT coalesce($2::int, extract(epoch FROM head.block_time - least(entry.time, (
          SELECT min(launched_at) FROM apps WHERE creator = $1
        ))))::float8 AS seconds
      ) period
    ), changed AS MATERIALIZED (
      SELECT p.* FROM reach CROSS JOIN LATERAL (
        SELECT changed_on AS day, ${STATE} FROM positions WHERE wallet = $1 AND changed_on >= reach.first
        UNION ALL
        SELECT day, ${STATE} FROM position_days WHERE wallet = $1 AND day >= reach.first
        LIMIT $6::int
      ) p
    ), priced AS MATERIALIZED (
      SELECT held.token, moved.day FROM reach CROSS JOIN held CROSS JOIN LATERAL (
        SELECT ${dayOf('c.open_time')} AS day FROM candles c
        WHERE c.token = held.token AND c.seconds = 86400 AND c.open_time >= reach.first::timestamp AT TIME ZONE 'UTC'
        UNION ALL
        SELECT ${dayOf('r.time')} FROM reserves r
        WHERE r.token = held.token AND r.is_lone AND r.time >= reach.first::timestamp AT TIME ZONE 'UTC'
      ) moved
      LIMIT $6
    ), load AS MATERIALIZED (
      SELECT (SELECT count(*) FROM held) AS held, changed + priced AS rows, greatest(changed, priced) >= $6 AS is_busy
      FROM (SELECT count(*) AS changed FROM changed) c CROSS JOIN (SELECT count(*) AS priced FROM priced) t
    ), span AS MATERIALIZED (
      SELECT seconds, CASE WHEN seconds > 0 THEN greatest(1, least($3::int, seconds, $4::int / held, CASE
          WHEN is_busy THEN $5::int / (2 * held)
          ELSE $5 * greatest(seconds / 86400, 1) / greatest(rows, 1)
        END)) ELSE 0 END::int AS steps
      FROM reach CROSS JOIN load
    ), moments AS MATERIALIZED (
      SELECT i, at, ${dayOf('at')} AS day, (
          SELECT block_number FROM reserves WHERE time <= at ORDER BY time DESC, block_number DESC LIMIT 1
        ) AS block, (
          SELECT ${USABLE_ANSWER} FROM oracle_prices WHERE time <= at
          ORDER BY time DESC, block_number DESC, log_index DESC LIMIT 1
        ) AS answer
      FROM head CROSS JOIN span CROSS JOIN generate_series(0, span.steps) AS i CROSS JOIN LATERAL (
        SELECT date_trunc('milliseconds', head.block_time
          - make_interval(secs => span.seconds * (span.steps - i) / greatest(span.steps, 1))) AS at
      ) moment
    ), calendar AS MATERIALIZED (
      SELECT day::date, (SELECT min(i) FROM moments WHERE moments.day > calendar.day::date) AS next
      FROM reach CROSS JOIN generate_series(first::timestamp, today::timestamp, '1 day') calendar (day)
    ), known_positions AS MATERIALIZED (
      SELECT DISTINCT ON (token, i) token, i, balance, cost, realized FROM (
        SELECT asked.token, asked.i, ${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, NULL::date AS day
        FROM (
          SELECT token, i FROM held CROSS JOIN moments WHERE i = 0 OR (SELECT is_busy FROM load)
          UNION SELECT token, i FROM changed JOIN moments USING (day) WHERE (SELECT NOT is_busy FROM load)
        ) asked JOIN moments USING (i) CROSS JOIN LATERAL (
          SELECT * FROM ledger_entries e WHERE e.wallet = $1 AND e.token = asked.token AND e.time <= moments.at
          ORDER BY e.time DESC, e.block_number DESC, e.log_index DESC LIMIT 1
        ) p
        UNION ALL
        SELECT p.token, next, ${BALANCE}, ${KNOWN_COST}, p.realized, day
        FROM changed p JOIN calendar USING (day) WHERE next IS NOT NULL AND (SELECT NOT is_busy FROM load)
      ) marks
      ORDER BY token, i, day DESC NULLS FIRST
    ), known_prices AS MATERIALIZED (
      SELECT asked.token, asked.i, r.platform_reserve, r.token_reserve FROM (
        SELECT token, i FROM held CROSS JOIN moments
        WHERE i IN (0, (SELECT steps FROM span)) OR (SELECT is_busy FROM load)
        UNION SELECT token, i FROM priced JOIN moments USING (day) WHERE (SELECT NOT is_busy FROM load)
        UNION SELECT token, next FROM priced JOIN calendar USING (day)
        WHERE next IS NOT NULL AND (SELECT NOT is_busy FROM load)
      ) asked JOIN moments USING (i) CROSS JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves
        WHERE reserves.token = asked.token AND block_number <= moments.block
        ORDER BY block_number DESC, log_index DESC LIMIT 1
      ) r
    )
    SELECT head.*, (
      SELECT coalesce(json_agg(point ORDER BY point.at), '[]') FROM (
        SELECT at, ${SUMS}
        FROM moments LEFT JOIN (
          SELECT i, token, max(balance) AS balance, max(cost) AS cost, max(realized) AS realized,
            max(platform_reserve) AS platform_reserve, max(token_reserve) AS token_reserve
          FROM (
            SELECT i, token, balance, cost, realized, NULL::numeric AS platform_reserve, NULL::numeric AS token_reserve
            FROM (${carriedOn('balance, cost, realized', 'known_positions')}) p
            UNION ALL
            SELECT i, token, NULL, NULL, NULL, platform_reserve, token_reserve
            FROM (${carriedOn('platform_reserve, token_reserve', 'known_prices')}) r
          ) facts
          GROUP BY i, token
        ) position USING (i) CROSS JOIN LATERAL (
          SELECT CASE WHEN balance > 0 THEN ${valueOf('balance', 'position', 'moments.answer')} END AS value
        ) valued
        GROUP BY at
      ) point
    ) AS points
    FROM head`,
};
