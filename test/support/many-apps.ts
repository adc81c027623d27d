import type pg from 'pg';
import { firstBytesOf, holderOrderOf } from '@slipway/database';
import { insertAddresses } from './insert-addresses.js';

/** Made-up addresses by a number: text of 40 hexadecimal digits in no order. */
const addressOf = (kind: string, number: string): string =>
  `'0x' || substr(encode(sha256(('${kind} ' || ${number})::bytea), 'hex'), 1, 40)`;

const LAUNCHPAD = `0x${'1'.padStart(40, '0')}`;

/** Of the apps one in so many is the first creator's, and the others' creators have three each. */
const OF_FIRST = 10;
const NAME = `'Pocket ' || i`;

/**
 * Fills a migrated database with apps at the worst for lists: each was traded once, few of them in the last days. Few graduated,
 * of a small market enough to fill a page. What the indexer sums from that is left to the caller.
 */
const STATEMENTS = [
  `CREATE TEMP TABLE made AS
  SELECT i, ${addressOf('app', 'i')} AS token,
    CASE WHEN i % ${OF_FIRST} = 0 THEN ${addressOf('creator', '0')} ELSE ${addressOf('creator', '(i % ($1 / 3) + 1)')} END AS creator,
    $2::timestamptz - interval '60 days' * (1 - i::float8 / $1) ^ 0.2 AS time,
    (30000 + i % 3001 * 10) * 1e18 AS platform, i % greatest(20, $1 / 1000) = 0 AS has_graduated
  FROM generate_series(1, $1::int) i`,
  `INSERT INTO deployment (chain_id, launchpad, platform_token, platform_symbol, price_feeds, initial_virtual_platform,
    initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_ppm)
  VALUES (31337, '${LAUNCHPAD}', '0x02', 'SLIP', '{0x03}', 30000e18, 1125000000e18, 1000000000e18, 60000e18, 1000000000e18, 10000)`,
  insertAddresses(
    `SELECT token AS address FROM made UNION SELECT creator FROM made UNION SELECT '${LAUNCHPAD}'
    UNION SELECT ${addressOf('pool', 'i')} FROM made WHERE has_graduated`,
  ),
  `CREATE TEMP TABLE ids AS
  SELECT made.*, app.id AS token_id, creator.id AS creator_id, pool.id AS pool_id
  FROM made JOIN addresses app ON app.address = token JOIN addresses creator ON creator.address = made.creator
    LEFT JOIN addresses pool ON has_graduated AND pool.address = ${addressOf('pool', 'i')}`,
  `INSERT INTO apps (token_id, creator_id, name, symbol, launch_cost, launch_tx_hash, block_number, log_index, launched_at,
    name_key, name_skeleton, name_neighbours, symbol_key)
  SELECT token_id, creator_id, ${NAME}, 'P' || i, 100e18, sha256(token::bytea), i, 0, time, lower(${NAME}), lower(${NAME}),
    ARRAY[i, -i], 'p' || i FROM ids ORDER BY i`,
  `INSERT INTO app_words (word, token_id) SELECT i::text, token_id FROM ids`,
  `INSERT INTO curves (token_id, virtual_platform_reserve, virtual_token_reserve, real_platform_reserve, real_token_reserve,
    pool_id, graduated_at, graduated_block, graduation_log_index, graduation_tx_hash)
  SELECT token_id, platform, div(33750000000000e36, platform), platform - 30000e18, 1e27,
    pool_id, CASE WHEN has_graduated THEN time END,
    CASE WHEN has_graduated THEN i END, CASE WHEN has_graduated THEN 1 END,
    CASE WHEN has_graduated THEN sha256(token::bytea) END FROM ids ORDER BY i`,
  `INSERT INTO block_times SELECT i, time, 25000000 FROM made`,
  `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
  SELECT i, 1, app.id, trader.id, true, false, 1e18 * (1 + i % 977), 1e16, 1e18, sha256(token::bytea)
  FROM made JOIN addresses app ON app.address = token JOIN addresses trader ON trader.address = creator ORDER BY i`,
  `INSERT INTO reserves SELECT id, i, 0, false, 30000e18, 1125000000e18 FROM made JOIN addresses ON address = token ORDER BY i`,
  `INSERT INTO balances (token_id, holder_id, holder_order, balance)
  SELECT app.id, holder.id, ${holderOrderOf('holder.bytes')}, amount
  FROM (SELECT token, creator AS holder, 1e18 AS amount FROM made UNION ALL SELECT token, '${LAUNCHPAD}', 1e27 FROM made) held
    JOIN addresses app ON app.address = token JOIN addresses holder ON holder.address = held.holder`,
  `INSERT INTO oracle_prices SELECT 0, 0, 25000000, $2::timestamptz, $2::timestamptz - interval '61 days' FROM (SELECT $1::int) made`,
  `INSERT INTO app_stats (token_id, creator_id, first_bytes, launch_block, launch_log_index, platform_reserve, token_reserve,
    priced_at, holders, is_graduated, last_trade_block)
  SELECT token_id, creator_id, ${firstBytesOf('ids.token_id')}, i, 0, platform, div(33750000000000e36, platform), time,
    2 + i % 40, has_graduated, i
  FROM ids ORDER BY i`,
  `INSERT INTO head (block_number, block_hash, block_time, level_at, revision)
  SELECT $1::int, sha256('head'), $2::timestamptz, $2::timestamptz, nextval('index_revision')`,
];

/** @param at the head's time */
export async function insertManyApps(client: pg.Client, apps: number, at: Date): Promise<void> {
  for (const text of STATEMENTS) {
    const values = [text.includes('$1') && apps, text.includes('$2') && at].filter(
      (value) => value !== false,
    );
    await client.query(text, values);
  }
}
