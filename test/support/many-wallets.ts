import type pg from 'pg';
import { holderOrderOf } from '@slipway/database';
import { insertAddresses } from './insert-addresses.js';

/** Apps that a wallet with a portfolio bought. */
const BOUGHT = 20;

/**
 * Adds wallets to a market of many apps (insertManyApps): each has one trade of one app, and a few bought twenty. The market's
 * blocks have them in turn. What the indexer sums from that is left to the caller.
 */
const STATEMENTS = [
  `CREATE TEMP TABLE bought AS
  SELECT '0x' || substr(encode(sha256(('wallet ' || i)::bytea), 'hex'), 1, 40) AS wallet, 1 + i % apps AS block, 1 + (i / apps + 1) * 4 AS log
  FROM generate_series(1, $1::int) i CROSS JOIN (SELECT count(*)::int AS apps FROM apps) market
  UNION ALL
  SELECT wallet, 1 + (apps - 1) * i / ${BOUGHT}, 900000000 + owner
  FROM unnest($2::text[]) WITH ORDINALITY AS owners (wallet, owner) CROSS JOIN generate_series(1, ${BOUGHT}) i
    CROSS JOIN (SELECT count(*)::int AS apps FROM apps) market`,
  insertAddresses('SELECT DISTINCT wallet AS address FROM bought'),
  `CREATE TEMP TABLE made_trades AS
  SELECT block, log, w.id AS wallet_id, w.bytes, t.token_id, 1e18 * (1 + (block::bigint * 7919 + log) % 9973) AS amount
  FROM bought JOIN addresses w ON w.bytes = decode(substr(wallet, 3), 'hex') JOIN trades t ON t.block_number = block AND t.log_index = 1`,
  `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
  SELECT block, log, token_id, wallet_id, true, false, amount, div(amount, 100), amount, sha256(bytes) FROM made_trades ORDER BY block, log`,
  `INSERT INTO balances (token_id, holder_id, holder_order, balance)
  SELECT token_id, wallet_id, ${holderOrderOf('bytes')}, amount FROM made_trades ON CONFLICT DO NOTHING`,
  `INSERT INTO positions (wallet_id, token_id, last_trade_block, known_quantity, unknown_quantity, cost, realized)
  SELECT wallet_id, token_id, block, amount, 0, amount * 1e25, 0 FROM made_trades ON CONFLICT DO NOTHING`,
  `INSERT INTO ledger_entries (wallet_id, token_id, block_number, log_index, known_quantity, unknown_quantity, cost, realized)
  SELECT wallet_id, token_id, block, log, amount, 0, amount * 1e25, 0 FROM made_trades`,
];

/** @param owners EIP-55 addresses of the wallets with portfolios */
export async function insertManyWallets(
  client: pg.Client,
  wallets: number,
  owners: readonly string[],
): Promise<void> {
  for (const text of STATEMENTS) await client.query(text, text.includes('$1') ? [wallets, owners] : []);
}
