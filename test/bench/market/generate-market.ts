import type pg from 'pg';
import { firstBytesOf, holderOrderOf } from '@slipway/database';
import {
  CANDLE_PERIODS,
  DAYS,
  HOURS,
  decimalPriceText,
  toDecimalPrice,
  type CandlePeriod,
} from '@slipway/domain';
import { withClient } from '../../support/pg-client.js';
import { sumApps } from '../../support/sum-apps.js';
import { withoutIndexes } from '../../support/without-indexes.js';
import { expectCandlesOfIndexer } from './expect-candles-of-indexer.js';
import { insertApps } from './insert-apps.js';
import { insertLaunches } from './insert-launches.js';
import { LAUNCHPAD } from './invent-address.js';
import type { MarketSize } from './market-size.js';

/**
 * Fills a migrated database with a market of 30 days up to now, by SQL: few apps have most of the trades, as everywhere.
 * Prices wander within bounds; reserves have their last row only, since no read of the interface asks for more.
 *
 * @param ageSeconds how long ago its last block was
 */
export async function generateMarket(url: string, size: MarketSize, ageSeconds = 0): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'; SET max_parallel_workers_per_gather = 2`,
    );
    const indexes = await dropIndexes(client, ['trades', 'transfers', 'candles', 'balances']);
    await client.query('SELECT setseed(0.42)');
    const at = new Date((Math.floor(Date.now() / 1_000) - ageSeconds) * 1_000);
    await withoutIndexes(client, 'apps', () => insertApps(client, size, at));
    await insertTrades(client, size, at);
    await insertLaunches(client, size);
    await withoutIndexes(client, 'app_stats', async () => {
      for (const statement of derived()) await client.query(statement);
      for (const index of indexes) await client.query(index);
      await client.query(HEAD, [Math.floor(size.trades / 4) + 1, at]);
      // Windows by the indexer's own statements: what it will take away from them later is then in them.
      await sumApps(client, at);
    });
    await expectCandlesOfIndexer(client);
    await client.query('VACUUM ANALYZE');
  });
}

/** Takes keys and indexes off tables, and returns what puts them back: building one once is faster than with every row. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `SELECT format('ALTER TABLE chain.%I DROP CONSTRAINT %I', relname, conname) AS off,
      format('ALTER TABLE chain.%I ADD CONSTRAINT %I %s', relname, conname, pg_get_constraintdef(k.oid)) AS on
    FROM pg_constraint k JOIN pg_class t ON t.oid = conrelid
    WHERE relnamespace = 'chain'::regnamespace AND relname = ANY ($1) AND contype = 'p'
    UNION ALL
    SELECT format('DROP INDEX chain.%I', indexname), indexdef FROM pg_indexes
    WHERE schemaname = 'chain' AND tablename = ANY ($1) AND indexname NOT LIKE '%_pkey'`,
    [tables],
  );
  for (const { off } of rows) await client.query(off);
  return rows.map(({ on }) => on);
}

/** Trades of an app that follow on each other: busy markets move in bursts, in a quiet one trades come one by one. */
const burstLength = ({ trades }: MarketSize): number => Math.min(20, Math.ceil(trades / 50_000));

/** Four trades a block, each with the transfer that carried its tokens; every tenth transfer stands alone. */
async function insertTrades(client: pg.Client, size: MarketSize, at: Date): Promise<void> {
  await client.query(
    `INSERT INTO block_times (number, time, oracle_price)
    SELECT block, $2::timestamptz - CASE block WHEN 0 THEN interval '31 days'
      ELSE interval '30 days' * (1 - (block - 1) * 4.0 / $1) END, ${ORACLE_PRICE}
    FROM generate_series(0, $1::int / 4 + 1) block`,
    [size.trades, at],
  );
  await client.query(
    `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
    SELECT n / 4 + 1, (n % 4) * 2 + 1, token, trader, is_buy, false, gross, fee,
      div(CASE WHEN is_buy THEN gross - fee ELSE gross END * 1000000, micros), hash
    FROM (
      SELECT drawn.*, div(gross + 99, 100) AS fee FROM (
        SELECT n, a.id AS token, t.id AS trader, random() < 0.55 AS is_buy,
          (1 + floor(random() * 1000))::numeric * 1000000000000000000 AS gross,
          (30 + a.i % 90 + floor(20 * sin(n * 40.0 / $1 + a.i)))::int AS micros,
          decode(lpad(to_hex(n), 64, '0'), 'hex') AS hash
        FROM (
          SELECT n, app, floor($3 * random() ^ 2)::int AS trader
          FROM (
            SELECT burst, floor($2 * random() ^ 3)::int AS app FROM generate_series(0, ($1::int - 1) / $4::int) burst
          ) bursts CROSS JOIN LATERAL generate_series(burst * $4 + 1, least(burst * $4 + $4, $1)) n
        ) picked
        JOIN gen_apps a ON a.i = picked.app JOIN gen_traders t ON t.i = picked.trader
      ) drawn
    ) made ORDER BY n`,
    [size.trades, size.apps, size.wallets, burstLength(size)],
  );
  await client.query(
    `INSERT INTO transfers (block_number, log_index, token_id, sender_id, recipient_id, amount, tx_hash, trade_log_index)
    SELECT block_number, log_index - 1, token_id, CASE WHEN is_buy THEN launchpad.id ELSE trader_id END,
      CASE WHEN is_buy THEN trader_id ELSE launchpad.id END, token_amount,
      CASE WHEN block_number % 10 = 0 THEN tx_hash END, CASE WHEN block_number % 10 > 0 THEN log_index END
    FROM trades CROSS JOIN (SELECT id FROM addresses WHERE address = $1) launchpad`,
    [LAUNCHPAD],
  );
}

/** What the feed says all the time: a quarter of a dollar. */
const ORACLE_PRICE = 25_000_000;

/** Trades with their prices: amounts are such that a price is a whole number of millionths. */
const PRICED_TRADES = `(
  SELECT t.*, b.time, round(CASE WHEN is_buy THEN platform_amount - fee ELSE platform_amount END * 1000000 / token_amount) AS micros
  FROM trades t JOIN block_times b ON b.number = t.block_number
) priced`;

const HEAD = `INSERT INTO head (block_number, block_hash, block_time, level_at, revision, fundings_from)
  VALUES ($1, sha256('head'), $2, now() + interval '1 hour', nextval('index_revision'), 0)`;

/** Virtual reserves of an app: each stands elsewhere on its curve, whose product is constant. */
export const virtualPlatform = (app: number): bigint => (30_000n + BigInt(app % 3_000) * 15n) * 10n ** 18n;
export const K = 30_000n * 1_125_000_000n * 10n ** 36n;
const RESERVES = `(
  SELECT platform, div(${K}, platform) AS tokens FROM (SELECT (30000 + log_index % 3000 * 15) * 1e18 AS platform) p) r`;

/** The slot of a length that holds a time. */
const slotAt = ({ seconds, epochSlot }: CandlePeriod, time: string): string =>
  `(floor(extract(epoch FROM ${time}) / ${seconds}) + ${epochSlot})::int`;

const feedCandles = (period: CandlePeriod): string => `
  INSERT INTO feed_candles (slot, open, high, low, close)
  SELECT slot, ${ORACLE_PRICE}, ${ORACLE_PRICE}, ${ORACLE_PRICE}, ${ORACLE_PRICE}
  FROM (SELECT DISTINCT ${slotAt(period, 'time')} AS slot FROM oracle_prices) slots`;

/** What a curve's virtual reserves are at its launch: no trade, at the time of block 0. */
const LAUNCH_PRICE = toDecimalPrice({ numerator: 30_000n, denominator: 1_125_000_000n });

/** A price as it is served. */
const at15Digits = (price: string): string => `to_char(${price}, '9.99999999999999EEEE')::float8`;

/** The candles of a length; they open at the close before. The feed stands still, so that none keeps USD. */
const candles = (period: CandlePeriod): string => `
  INSERT INTO candles (token_id, slot, trades, buys, high, low, all_time_high_usd, close, volume_platform, volume_tokens)
  SELECT token_id, slot, trades, buys, nullif(high, close), nullif(low, close),
    ${period === DAYS ? `max(${at15Digits(`(peak * ${ORACLE_PRICE} / 1e8)`)}) OVER (PARTITION BY token_id ORDER BY slot)` : 'NULL'}, close, volume,
    ${period === HOURS ? 'tokens' : 'NULL'}
  FROM (
    SELECT token_id, slot, trades, buys, greatest(high, lag(close, 1, close) OVER app) AS high,
      least(low, lag(close, 1, close) OVER app) AS low, peak, close, volume, tokens
    FROM (
      SELECT token_id, slot, count(side) AS trades, count(*) FILTER (WHERE side) AS buys, max(price) AS high, min(price) AS low, max(price) FILTER (WHERE ends_block) AS peak,
        (array_agg(price ORDER BY block_number, log_index))[count(*)] AS close, coalesce(sum(amount), 0) AS volume, coalesce(sum(tokens), 0) AS tokens
      FROM (
        SELECT token_id, ${slotAt(period, 'time')} AS slot, is_buy AS side, block_number, log_index,
          trim_scale(micros / 1e6::numeric) AS price, platform_amount AS amount, token_amount AS tokens,
          lead(block_number) OVER (PARTITION BY token_id ORDER BY block_number, log_index) IS DISTINCT FROM block_number AS ends_block
        FROM ${PRICED_TRADES}
        UNION ALL
        SELECT token_id, ${slotAt(period, '(SELECT time FROM block_times WHERE number = 0)')}, NULL, 0, 0,
          ${decimalPriceText(LAUNCH_PRICE)}, NULL, NULL, true
        FROM apps
      ) events GROUP BY token_id, slot
    ) slots WINDOW app AS (PARTITION BY token_id ORDER BY slot)
  ) joined`;

/** What follows from the trades, as the indexer would have it. */
function derived(): string[] {
  return [
    `INSERT INTO oracle_prices SELECT h, 1000, ${ORACLE_PRICE}, at, at FROM (
      SELECT h, date_trunc('second', now()) - interval '1 hour' * (768 - h) AS at FROM generate_series(0, 768) h) hours`,
    ...CANDLE_PERIODS.flatMap((period) => [feedCandles(period), candles(period)]),
    `INSERT INTO balances (token_id, holder_id, holder_order, balance)
      SELECT token_id, trader_id, ${holderOrderOf('bytes')}, 1000000000000000000::numeric * (1 + floor(random() * 1000))
      FROM (SELECT DISTINCT token_id, trader_id FROM trades) held JOIN addresses ON id = trader_id`,
    `INSERT INTO balances (token_id, holder_id, holder_order, balance)
      SELECT a.token_id, launchpad.id, ${holderOrderOf('launchpad.bytes')}, 1000000000e18 - coalesce(sold, 0)
      FROM apps a LEFT JOIN (SELECT token_id, sum(balance) AS sold FROM balances GROUP BY token_id) b USING (token_id)
        JOIN addresses launchpad ON launchpad.address = '${LAUNCHPAD}'`,
    `INSERT INTO curves (token_id, virtual_platform_reserve, virtual_token_reserve, real_platform_reserve, real_token_reserve)
      SELECT token_id, platform, tokens, platform - 30000e18, tokens - 125000000e18
      FROM apps CROSS JOIN LATERAL ${RESERVES}`,
    `INSERT INTO reserves SELECT token_id, 0, log_index, false, 30000e18, 1125000000e18 FROM apps`,
    // What moved an app's price last is its last trade.
    `INSERT INTO reserves SELECT token_id, last.place / 1000, last.place % 1000, false, platform, tokens
      FROM apps JOIN (
        SELECT token_id, max(block_number::bigint * 1000 + log_index) AS place FROM trades GROUP BY token_id
      ) last USING (token_id) CROSS JOIN LATERAL ${RESERVES}`,
    `INSERT INTO app_stats (token_id, creator_id, first_bytes, launch_block, launch_log_index, platform_reserve, token_reserve,
        priced_at, holders, last_trade_block)
      SELECT a.token_id, a.creator_id, ${firstBytesOf('a.token_id')}, a.block_number, a.log_index, platform, tokens, now(),
        b.holders, coalesce(t.block, -1)
      FROM apps a CROSS JOIN LATERAL ${RESERVES}
        JOIN (SELECT token_id, count(*) AS holders FROM balances GROUP BY token_id) b USING (token_id)
        LEFT JOIN (SELECT token_id, max(block_number) AS block FROM trades GROUP BY token_id) t USING (token_id)`,
  ];
}
