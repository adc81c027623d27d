import { HEAD_COLUMNS, HEAD_TABLES } from '#database';

/** Turns USD of 26 decimals into the ledger's 44. */
const MORE_DECIMALS = '1000000000000000000::numeric';

/** The feed's answer; null where it is no price. */
const USABLE_ANSWER = 'CASE WHEN answer > 0 THEN answer END';

/** What a quantity is worth by reserves and the feed's answer, USD with 44 decimals, rounded down; null without a price. */
function valueOf(quantity: string, reserves: string, answer: string): string {
  return `div(${quantity} * nullif(${reserves}.platform_reserve, 0) * (${answer} * ${MORE_DECIMALS}),
    nullif(${reserves}.token_reserve, 0))`;
}

const BALANCE = 'p.known_quantity + p.unknown_quantity';
const KNOWN_COST = 'CASE WHEN p.unknown_quantity = 0 THEN p.cost END';

/** The limit tells the planner what it cannot know of tables that are too small to be analysed: there is one row. */
const HEAD = `head AS MATERIALIZED (
  SELECT ${HEAD_COLUMNS}, encode(h.block_hash, 'hex') AS block_hash,
    (SELECT ${USABLE_ANSWER} FROM oracle_prices ORDER BY block_number DESC, log_index DESC LIMIT 1) AS answer
  FROM ${HEAD_TABLES} LIMIT 1
)`;

/** Sums over rows that have balance, cost, value and realized. */
const SUMS = `
  count(*) FILTER (WHERE balance > 0)::int AS positions, count(value) FILTER (WHERE balance > 0)::int AS priced,
  (sum(value) FILTER (WHERE balance > 0))::text AS value,
  (sum(cost) FILTER (WHERE balance > 0 AND value IS NOT NULL))::text AS cost,
  (sum(value - cost) FILTER (WHERE balance > 0))::text AS unrealized, sum(realized)::text AS realized`;

/**
 * Columns of the positions p of wallet $1, beside head and the reserves s as they are now. A statement has one plan for
 * all wallets, made as if each held a few tokens, which looks up every token by itself. A wallet with a tenth of all
 * tokens is served sooner by one reading of that whole small table, which the fence of OFFSET 0 makes of it; only one of
 * the two branches ever runs.
 */
const positionsNow = (columns: string, condition: string): string => `
  SELECT ${columns} FROM head CROSS JOIN positions p JOIN app_stats s ON s.token = p.token
  WHERE p.wallet = $1 AND ${condition} AND (SELECT is_large FROM wallet) IS NOT TRUE
  UNION ALL
  SELECT ${columns} FROM head CROSS JOIN positions p
  JOIN (SELECT * FROM app_stats OFFSET 0) s ON s.token = p.token
  WHERE p.wallet = $1 AND ${condition} AND (SELECT is_large FROM wallet)`;

const WALLET = `wallet AS MATERIALIZED (
  SELECT count(*) = tenth AS is_large FROM (
    SELECT (reltuples / 10)::int AS tenth FROM pg_class WHERE oid = 'app_stats'::regclass AND reltuples >= 100
  ) apps CROSS JOIN LATERAL (SELECT FROM positions WHERE wallet = $1 LIMIT tenth) held
  GROUP BY tenth
)`;

const VALUE_NOW = valueOf(`(${BALANCE})`, 's', 'head.answer');

/** Rows p with a value and an app a, as a list of positions: highest value first, then those without a price, by token. */
const ITEMS = `coalesce(json_agg(json_build_object('token', p.token, 'symbol', a.symbol, 'balance', (${BALANCE})::text,
  'cost', (${KNOWN_COST})::text, 'value', value::text) ORDER BY value DESC NULLS LAST, p.token), '[]')`;

/**
 * The first positions of a wallet as they are now: $1 wallet, $2 how many. Doubles tell which positions can be on the
 * page at all, with a margin far above their error; those are valued and ordered exactly. Each of them is looked up by
 * its key: without the limits the planner would read the whole wallet again.
 */
export const POSITIONS_NOW = {
  name: 'positions-now',
  text: `
    WITH ${HEAD}, ${WALLET}, ranked AS MATERIALIZED (
      ${positionsNow('p.token, p.rough_balance * s.rough_price AS rough', 'p.rough_balance > 0')}
    ), last AS MATERIALIZED (
      SELECT 0.999999999999 * (
        SELECT rough FROM ranked ORDER BY rough DESC NULLS LAST OFFSET $2::int - 1 LIMIT 1
      ) AS rough
    ), page AS (
      SELECT p.*, ${VALUE_NOW} AS value
      FROM head CROSS JOIN last
      JOIN ranked ON last.rough IS NULL OR head.answer IS NULL OR ranked.rough >= last.rough
      CROSS JOIN LATERAL (SELECT * FROM positions WHERE wallet = $1 AND token = ranked.token LIMIT 1) p
      CROSS JOIN LATERAL (SELECT * FROM app_stats WHERE token = ranked.token LIMIT 1) s
      ORDER BY value DESC NULLS LAST, p.token LIMIT $2::int
    )
    SELECT head.*, (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token = p.token) AS items FROM head`,
};

/**
 * A wallet's positions as they were at a block, for later pages of a walk: the ledger and the reserves remember it. $4
 * the block, $5 its time, $6 its hash; no row when the index has another block there, or none yet.
 */
export const POSITIONS_AT = {
  name: 'positions-at',
  text: `
    WITH oracle AS MATERIALIZED (
      SELECT (SELECT ${USABLE_ANSWER} FROM oracle_prices WHERE block_number <= $4::bigint
        ORDER BY block_number DESC, log_index DESC LIMIT 1) AS answer
    ), page AS (
      SELECT p.*, ${valueOf(`(${BALANCE})`, 's', 'oracle.answer')} AS value
      FROM positions held CROSS JOIN oracle
      CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries e
        WHERE e.wallet = $1 AND e.token = held.token AND e.time <= $5::timestamptz AND e.block_number <= $4::bigint
        ORDER BY e.time DESC, e.block_number DESC, e.log_index DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves r
        WHERE r.token = held.token AND r.block_number <= $4::bigint
        ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
      ) s
      WHERE held.wallet = $1 AND ${BALANCE} > 0
      ORDER BY value DESC NULLS LAST, p.token OFFSET $2::int LIMIT $3::int
    )
    SELECT (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token = p.token) AS items FROM head h
    WHERE h.block_number >= $4::bigint
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.number = $4::bigint AND b.hash <> decode($6, 'hex'))`,
};

/** A wallet's totals: $1. */
export const PORTFOLIO_SUMS = {
  name: 'portfolio-sums',
  text: `
    WITH ${HEAD}, ${WALLET}
    SELECT head.*, sums.* FROM head CROSS JOIN LATERAL (
      SELECT ${SUMS} FROM (
        ${positionsNow(`${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, ${VALUE_NOW} AS value`, 'true')}
      ) valued
    ) sums`,
};

/** A moment's UTC day. */
const dayOf = (time: string): string => `((${time}) AT TIME ZONE 'UTC')::date`;

/** Carries what is known of a token at some moments on to those after them. */
const carriedOn = (columns: string, marks: string): string => `
  SELECT token, ${columns},
    generate_series(i, lead(i, 1, (SELECT steps FROM span) + 1) OVER (PARTITION BY token ORDER BY i) - 1) AS i
  FROM ${marks}`;

/**
 * A wallet's totals at evenly spaced moments up to the head, oldest first: $1 wallet, $2 seconds back (null: to its
 * first event), $3 steps; $4 the most positions times moments, $5 the most look-ups, and $6 the most days of positions
 * or of candles that are read: a wallet for which these do not suffice gets fewer moments.
 *
 * At each moment a position is what its last ledger entry says, and a price what the last reserves and answer do, all up
 * to then. Most tokens rest on most days, so that few of them are looked up: a position only on the days in which it
 * changed (position_days has its end), a price only on those with a candle, and both at the ends of the span. From there
 * they are carried on. A wallet whose tokens hardly ever rest has everything looked up.
 */
export const PORTFOLIO_HISTORY = {
  name: 'portfolio-history',
  text: `
    WITH ${HEAD}, held AS MATERIALIZED (
      SELECT token FROM positions WHERE wallet = $1
    ), reach AS MATERIALIZED (
      SELECT seconds, ${dayOf('head.block_time - make_interval(secs => seconds)')} AS first,
        ${dayOf('head.block_time')} AS today
      FROM head CROSS JOIN (
        SELECT time FROM ledger_entries WHERE wallet = $1 ORDER BY block_number, event_log_index LIMIT 1
      ) event CROSS JOIN LATERAL (
        SELECT coalesce($2::int, extract(epoch FROM head.block_time - event.time))::float8 AS seconds
      ) period
    ), changed AS MATERIALIZED (
      SELECT d.* FROM reach CROSS JOIN LATERAL (
        SELECT * FROM position_days WHERE wallet = $1 AND day >= reach.first LIMIT $6::int
      ) d
    ), traded AS MATERIALIZED (
      SELECT held.token, ${dayOf('c.open_time')} AS day FROM reach CROSS JOIN held JOIN candles c
        ON c.token = held.token AND c.seconds = 86400 AND c.open_time >= reach.first::timestamp AT TIME ZONE 'UTC'
      LIMIT $6
    ), load AS MATERIALIZED (
      SELECT (SELECT count(*) FROM held) AS held, changed + traded AS rows, greatest(changed, traded) >= $6 AS is_busy
      FROM (SELECT count(*) AS changed FROM changed) c CROSS JOIN (SELECT count(*) AS traded FROM traded) t
    ), span AS MATERIALIZED (
      SELECT seconds, CASE WHEN seconds > 0 THEN greatest(1, least($3::int, seconds, $4::int / held, CASE
          WHEN is_busy THEN $5::int / (2 * held)
          ELSE $5 * (today - first + 1)::bigint / greatest(rows, 1)
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
          UNION SELECT token, i FROM changed JOIN moments USING (day)
          UNION SELECT held.token, i FROM reach JOIN moments ON day = today CROSS JOIN held CROSS JOIN LATERAL (
            SELECT FROM ledger_entries e WHERE e.wallet = $1 AND e.token = held.token
              AND e.time >= reach.today::timestamp AT TIME ZONE 'UTC' LIMIT 1
          ) of_today
        ) asked JOIN moments USING (i) CROSS JOIN LATERAL (
          SELECT * FROM ledger_entries e WHERE e.wallet = $1 AND e.token = asked.token AND e.time <= moments.at
          ORDER BY e.time DESC, e.block_number DESC, e.log_index DESC LIMIT 1
        ) p
        UNION ALL
        SELECT p.token, next, ${BALANCE}, ${KNOWN_COST}, p.realized, day
        FROM changed p JOIN calendar USING (day) WHERE next IS NOT NULL
      ) marks
      ORDER BY token, i, day DESC NULLS FIRST
    ), known_prices AS MATERIALIZED (
      SELECT asked.token, asked.i, r.platform_reserve, r.token_reserve FROM (
        SELECT token, i FROM held CROSS JOIN moments
        WHERE i IN (0, (SELECT steps FROM span)) OR (SELECT is_busy FROM load)
        UNION SELECT token, i FROM traded JOIN moments USING (day)
        UNION SELECT token, next FROM traded JOIN calendar USING (day) WHERE next IS NOT NULL
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

/**
 * A wallet's events, newest first: $1 wallet, $2 and $3 block and log index that the page starts below (or null), $4
 * its length. A transfer is valued at the market of its block's end.
 */
export const WALLET_ACTIVITY = {
  name: 'wallet-activity',
  text: `
    SELECT ${HEAD_COLUMNS}, (
      SELECT coalesce(json_agg(json_build_object(
        'type', coalesce(t.side, CASE WHEN f.token IS NULL THEN 'launch' ELSE 'transfer' END),
        'token', event.token, 'symbol', a.symbol,
        'txHash', '0x' || encode(coalesce(t.tx_hash, f.tx_hash, a.launch_tx_hash), 'hex'),
        'logIndex', event.log_index, 'block', event.block_number, 'time', event.time,
        'from', CASE t.side WHEN 'buy' THEN place.venue WHEN 'sell' THEN $1 ELSE coalesce(f.sender, a.creator) END,
        'to', CASE t.side WHEN 'buy' THEN $1 WHEN 'sell' THEN place.venue ELSE f.recipient END,
        'tokenAmount', coalesce(t.token_amount, f.amount)::text,
        'platformAmount', (CASE WHEN t.token IS NULL AND f.token IS NULL THEN a.launch_cost ELSE t.platform_amount END)::text,
        'priceUsd', t.price_usd, 'value', coalesce(t.usd_amount * ${MORE_DECIMALS}, market.value)::text,
        'unitValue', market.unit_value::text)
        ORDER BY event.block_number DESC, event.log_index DESC), '[]')
      FROM (
        SELECT * FROM (
          (SELECT block_number, event_log_index AS log_index, token, time FROM ledger_entries
          WHERE wallet = $1 AND ($2::bigint IS NULL OR (block_number, event_log_index) < ($2::bigint, $3::int))
          ORDER BY block_number DESC, event_log_index DESC LIMIT $4::int)
          UNION ALL
          (SELECT block_number, log_index, token, launched_at FROM apps
          WHERE creator = $1 AND ($2::bigint IS NULL OR (block_number, log_index) < ($2::bigint, $3::int))
          ORDER BY block_number DESC, log_index DESC LIMIT $4::int)
        ) both_kinds
        ORDER BY block_number DESC, log_index DESC LIMIT $4::int
      ) event
      JOIN apps a ON a.token = event.token
      JOIN curves v ON v.token = event.token
      LEFT JOIN trades t ON t.block_number = event.block_number AND t.log_index = event.log_index
      LEFT JOIN transfers f ON f.block_number = event.block_number AND f.log_index = event.log_index
      CROSS JOIN LATERAL (SELECT CASE t.venue WHEN 'curve' THEN d.launchpad WHEN 'pool' THEN v.pool END AS venue) place
      LEFT JOIN LATERAL (
        SELECT ${valueOf('f.amount', 'r', 'oracle.answer')} AS value,
          ${valueOf(MORE_DECIMALS, 'r', 'oracle.answer')} AS unit_value
        FROM (
          SELECT platform_reserve, token_reserve FROM reserves
          WHERE reserves.token = f.token AND block_number <= f.block_number
          ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) r CROSS JOIN (
          SELECT ${USABLE_ANSWER} AS answer FROM oracle_prices WHERE block_number <= f.block_number
          ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) oracle
      ) market ON true
    ) AS items
    FROM ${HEAD_TABLES} CROSS JOIN deployment d`,
};
