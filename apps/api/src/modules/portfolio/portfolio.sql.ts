import { addressOfId, blockStands, keptHashOf, type HeadStatement, type Statement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { ActivityRow, PortfolioNow, PositionRow } from './types/portfolio.types.js';
import {
  BALANCE,
  HEAD,
  HELD,
  KNOWN_COST,
  MORE_DECIMALS,
  SUMS,
  USABLE_PRICE,
  WALLET_ID,
  valueOf,
} from './valuation.sql.js';

/**
 * Columns of the positions p of wallet $1, beside head and the reserves s as they are now. A statement has one plan for all
 * wallets, made as if each held a few tokens: it looks up every token by itself. A wallet with a tenth of all tokens is served
 * sooner by one reading of that whole small table. The fence of OFFSET 0 makes the planner do so. Only one of the two branches
 * ever runs.
 */
const positionsNow = (columns: string, condition: string): string => `
  SELECT ${columns} FROM head CROSS JOIN positions p JOIN app_stats s ON s.token_id = p.token_id
  WHERE p.wallet_id = ${WALLET_ID} AND ${condition} AND (SELECT is_large FROM wallet) IS NOT TRUE
  UNION ALL
  SELECT ${columns} FROM head CROSS JOIN positions p
  JOIN (SELECT * FROM app_stats OFFSET 0) s ON s.token_id = p.token_id
  WHERE p.wallet_id = ${WALLET_ID} AND ${condition} AND (SELECT is_large FROM wallet)`;

const WALLET = `wallet AS MATERIALIZED (
  SELECT EXISTS (SELECT FROM positions WHERE wallet_id = ${WALLET_ID} OFFSET tenth - 1) AS is_large FROM (
    SELECT (reltuples / 10)::int AS tenth FROM pg_class WHERE oid = 'app_stats'::regclass AND reltuples >= 100
  ) apps
)`;

const VALUE_NOW = valueOf(`(${BALANCE})`, 's', 'head.oracle_price');

/** Rows p with a value and an app a, as a list of positions: highest value first, then those without a price; equal ones by token as a number. */
const ITEMS = `coalesce(json_agg(json_build_object('token', p.token, 'symbol', a.symbol, 'balance', (${BALANCE})::text,
  'cost', (${KNOWN_COST})::text, 'value', value::text) ORDER BY value DESC NULLS LAST, lower(p.token)), '[]')`;

/**
 * The first positions of a wallet as they are now: $1 wallet, $2 how many. Doubles tell which positions can be on the
 * page at all, with a margin far above their error; those are valued and ordered exactly. Each of them is looked up by
 * its key: without the limits the planner would read the whole wallet again.
 */
export const POSITIONS_NOW: HeadStatement<
  [wallet: Address, limit: number],
  { items: readonly PositionRow[] }
> = {
  name: 'positions-now',
  text: `
    WITH ${HEAD}, ${WALLET}, ranked AS MATERIALIZED (
      ${positionsNow('p.token_id, p.rough_balance * s.rough_price AS rough', 'p.rough_balance > 0')}
    ), last AS MATERIALIZED (
      SELECT 0.999999999999 * (
        SELECT rough FROM ranked ORDER BY rough DESC NULLS LAST OFFSET $2::int - 1 LIMIT 1
      ) AS rough
    ), page AS (
      SELECT p.*, named.token, ${VALUE_NOW} AS value
      FROM head CROSS JOIN last
      JOIN ranked ON last.rough IS NULL OR head.oracle_price IS NULL OR ranked.rough >= last.rough
      CROSS JOIN LATERAL (SELECT * FROM positions WHERE wallet_id = ${WALLET_ID} AND token_id = ranked.token_id LIMIT 1) p
      CROSS JOIN LATERAL (SELECT * FROM app_stats WHERE token_id = ranked.token_id LIMIT 1) s
      CROSS JOIN LATERAL (SELECT ${addressOfId('ranked.token_id')} AS token OFFSET 0) named
      ORDER BY value DESC NULLS LAST, lower(named.token) LIMIT $2::int
    )
    SELECT head.*, (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token_id = p.token_id) AS items FROM head`,
};

/**
 * A wallet's positions as they were at a block, for later pages: the ledger and the reserves remember it. $4
 * the block, $5 its hash; no row when the index has another block there, or none yet.
 */
export const POSITIONS_AT: Statement<
  [wallet: Address, offset: number, limit: number, block: number, hash: string],
  { items: readonly PositionRow[] }
> = {
  name: 'positions-at',
  text: `
    WITH oracle AS MATERIALIZED (
      SELECT (SELECT ${USABLE_PRICE} FROM oracle_prices WHERE block_number <= $4::bigint
        ORDER BY block_number DESC, log_index DESC LIMIT 1) AS price
    ), ${HELD}, page AS (
      SELECT named.token, p.*, ${valueOf(`(${BALANCE})`, 's', 'oracle.price')} AS value
      FROM held CROSS JOIN oracle
      CROSS JOIN LATERAL (
        SELECT * FROM ledger_entries e
        WHERE e.wallet_id = ${WALLET_ID} AND e.token_id = held.token_id AND e.block_number <= $4::bigint
        ORDER BY e.block_number DESC, e.log_index DESC LIMIT 1
      ) p
      CROSS JOIN LATERAL (
        SELECT platform_reserve, token_reserve FROM reserves r
        WHERE r.token_id = held.token_id AND r.block_number <= $4::bigint
        ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
      ) s
      CROSS JOIN LATERAL (SELECT ${addressOfId('held.token_id')} AS token OFFSET 0) named
      WHERE ${BALANCE} > 0
      ORDER BY value DESC NULLS LAST, lower(named.token) OFFSET $2::int LIMIT $3::int
    )
    SELECT (SELECT ${ITEMS} FROM page p JOIN apps a ON a.token_id = p.token_id) AS items FROM head h
    WHERE h.block_number >= $4::bigint
      AND NOT EXISTS (SELECT FROM blocks b WHERE b.number = $4::bigint AND b.hash <> decode($5, 'hex'))`,
};

/** A wallet's totals: $1. */
export const PORTFOLIO_SUMS: HeadStatement<[wallet: Address], PortfolioNow> = {
  name: 'portfolio-sums',
  text: `
    WITH ${HEAD}, ${WALLET}
    SELECT head.*, head.oracle_price::text AS "oraclePrice", sums.* FROM head CROSS JOIN LATERAL (
      SELECT ${SUMS} FROM (
        ${positionsNow(`${BALANCE} AS balance, ${KNOWN_COST} AS cost, p.realized, ${VALUE_NOW} AS value`, 'true')}
      ) valued
    ) sums`,
};

/** The key of an event in the table that has it. */
const OF_EVENT = 'block_number = event.block_number AND log_index = event.log_index';

/**
 * A wallet's events, newest first. $1 wallet, $4 the page's length. $2, $3 and $5 block, log index and block hash that the page
 * starts below (or null). From the newest again when a reorganisation has undone that block. A transfer is valued at the market
 * of its block's end; of a trade that it shares with others, the wallet is shown its share. The ledger says only where events
 * are, so that its index by blocks suffices; which token they are of, trades and transfers say. Each event is looked up by
 * its key. The limits make the planner do so. A creator's apps are in the order of their index by creator: where creators have many,
 * the planner would read all apps in the order of blocks.
 */
export const WALLET_ACTIVITY: HeadStatement<
  [wallet: Address, block: number | null, logIndex: number | null, limit: number, hash: string | null],
  { items: readonly ActivityRow[] }
> = {
  name: 'wallet-activity',
  text: `
    WITH below AS MATERIALIZED (
      SELECT CASE WHEN stands THEN $2::bigint ELSE 9223372036854775807 END AS block,
        CASE WHEN stands THEN $3::int ELSE 0 END AS log
      FROM (SELECT ${blockStands('$2::bigint', '$5::text')} AS stands FROM head h) cursor
    )
    SELECT h.*, (
      SELECT coalesce(json_agg(json_build_object(
        'type', CASE WHEN t.is_buy THEN 'buy' WHEN NOT t.is_buy THEN 'sell' WHEN f.token_id IS NULL THEN 'launch'
          ELSE 'transfer' END,
        'token', ${addressOfId('a.token_id')}, 'symbol', a.symbol,
        'txHash', '0x' || encode(coalesce(t.tx_hash, f.tx_hash, a.launch_tx_hash), 'hex'),
        'logIndex', event.log_index, 'block', event.block_number,
        'blockHash', ${keptHashOf('event.block_number')}, 'time', coalesce(event.time, b.time),
        'from', CASE WHEN t.is_buy THEN place.venue WHEN NOT t.is_buy THEN $1
          ELSE ${addressOfId('coalesce(f.sender_id, a.creator_id)')} END,
        'to', CASE WHEN t.is_buy THEN $1 WHEN NOT t.is_buy THEN place.venue ELSE ${addressOfId('f.recipient_id')} END,
        'tokenAmount', coalesce(share.token_amount, t.token_amount, f.amount)::text,
        'platformAmount', (CASE WHEN t.token_id IS NULL AND f.token_id IS NULL THEN a.launch_cost
          ELSE coalesce(share.platform_amount, t.platform_amount) END)::text,
        'fee', coalesce(share.fee, t.fee)::text, 'oraclePrice', b.oracle_price::text,
        'shared', CASE WHEN share.wallet_id IS NOT NULL THEN json_build_object('tokenAmount', t.token_amount::text,
          'platformAmount', t.platform_amount::text, 'fee', t.fee::text) END,
        'value', coalesce(coalesce(share.platform_amount, t.platform_amount) * b.oracle_price * ${MORE_DECIMALS},
          market.value)::text,
        'unitValue', market.unit_value::text)
        ORDER BY event.block_number DESC, event.log_index DESC), '[]')
      FROM (
        SELECT * FROM (
          (SELECT block_number, log_index, NULL::int AS token_id, NULL AS time FROM ledger_entries
          WHERE wallet_id = ${WALLET_ID} AND (block_number, log_index) < (below.block, below.log)
          ORDER BY block_number DESC FETCH FIRST ($4::int) ROWS WITH TIES)
          UNION ALL
          (SELECT block_number, log_index, token_id, launched_at FROM apps
          WHERE creator_id >= ${WALLET_ID} AND (creator_id, block_number, log_index) < (${WALLET_ID}, below.block, below.log)
          ORDER BY creator_id DESC, block_number DESC, log_index DESC LIMIT $4::int)
        ) both_kinds
        ORDER BY block_number DESC, log_index DESC LIMIT $4::int
      ) event
      LEFT JOIN LATERAL (SELECT * FROM trades WHERE ${OF_EVENT} LIMIT 1) t ON true
      LEFT JOIN LATERAL (SELECT * FROM trade_shares WHERE ${OF_EVENT} AND wallet_id = ${WALLET_ID} LIMIT 1) share ON true
      LEFT JOIN LATERAL (SELECT * FROM transfers WHERE ${OF_EVENT} LIMIT 1) f ON true
      LEFT JOIN LATERAL (
        SELECT time, oracle_price FROM block_times WHERE number = event.block_number LIMIT 1
      ) b ON true
      CROSS JOIN LATERAL (
        SELECT * FROM apps WHERE token_id = coalesce(event.token_id, t.token_id, f.token_id) LIMIT 1
      ) a
      CROSS JOIN LATERAL (SELECT pool_id FROM curves WHERE token_id = a.token_id LIMIT 1) v
      CROSS JOIN LATERAL (
        SELECT CASE WHEN t.in_pool THEN ${addressOfId('v.pool_id')} WHEN NOT t.in_pool THEN d.launchpad END AS venue
      ) place
      LEFT JOIN LATERAL (
        SELECT ${valueOf('f.amount', 'r', 'oracle.price')} AS value,
          ${valueOf(MORE_DECIMALS, 'r', 'oracle.price')} AS unit_value
        FROM (
          SELECT platform_reserve, token_reserve FROM reserves
          WHERE reserves.token_id = f.token_id AND block_number <= f.block_number
          ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) r CROSS JOIN (
          SELECT ${USABLE_PRICE} AS price FROM oracle_prices WHERE block_number <= f.block_number
          ORDER BY block_number DESC, log_index DESC LIMIT 1
        ) oracle
      ) market ON true
    ) AS items
    FROM indexed_head h CROSS JOIN deployment d CROSS JOIN below`,
};
