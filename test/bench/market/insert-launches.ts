import type pg from 'pg';
import type { MarketSize } from './market-size.js';

/** Apps whose reports are asked for; each of their launches has so many first buyers. */
const APPS = 60;
const BUYERS = 40;

/** Places in block 0, which all launches are in. */
const FIRST_FUNDING = 1_000_000;
const FIRST_BUY = 2_000_000;

/** Who buys as an app is launched: a funder of each three of them pays them before. Traders are funded all the time, one for 20 trades. */
export async function insertLaunches(client: pg.Client, { wallets, trades }: MarketSize): Promise<void> {
  await client.query(
    `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
    SELECT 0, $1::int + a.i * $3::int + n, a.id, t.id, true, false, 100e18, 1e18, div(99e18 * 1000000, 30),
      decode(lpad(to_hex($1::int + a.i * $3::int + n), 64, 'f'), 'hex')
    FROM gen_apps a CROSS JOIN generate_series(0, least($3::int, $4::int) - 1) n JOIN gen_traders t ON t.i = (a.i * 7 + n) % $4::int
    WHERE a.i < $2::int`,
    [FIRST_BUY, APPS, BUYERS, wallets],
  );
  await client.query(
    `INSERT INTO fundings (block_number, log_index, time, funder_id, wallet_id, amount, tx_hash)
    SELECT 0, $1::int + t.log_index - $2::int, b.time, funder.id, t.trader_id, 100e18, t.tx_hash
    FROM trades t JOIN block_times b ON b.number = 0 JOIN gen_traders funder ON funder.i = (t.log_index / 3) % $3::int
    WHERE t.block_number = 0 AND funder.id <> t.trader_id
    UNION ALL
    SELECT t.block_number, 100, b.time, funder.id, t.trader_id, 5e18, t.tx_hash
    FROM trades t JOIN block_times b ON b.number = t.block_number JOIN gen_traders funder ON funder.i = (t.block_number::bigint * 13) % $3::int
    WHERE t.block_number % 5 = 1 AND t.log_index = 1 AND funder.id <> t.trader_id`,
    [FIRST_FUNDING, FIRST_BUY, Math.min(wallets, trades)],
  );
}
