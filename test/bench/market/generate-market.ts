import { createHash } from 'node:crypto';
import pg from 'pg';
import { foldName, foldSymbol, nameNeighbours, toNameSkeleton } from '#names';
import { toAddress, type Address } from '#values';

/** How much market to make up. */
export interface MarketSize {
  readonly apps: number;
  readonly trades: number;
}

const FIRST = [
  'Pocket',
  'Tide',
  'Amber',
  'Copper',
  'Quiet',
  'North',
  'Paper',
  'Solar',
  'Velvet',
  'Wild',
  'Lunar',
  'Brisk',
];
const SECOND = [
  'Atlas',
  'Pool',
  'Harbor',
  'Ledger',
  'Garden',
  'Signal',
  'Engine',
  'Museum',
  'Orchard',
  'Radio',
];

/** An address that depends on its name alone. */
export function inventAddress(name: string): Address {
  return toAddress(`0x${createHash('sha256').update(name).digest('hex').slice(0, 40)}`);
}

export const LAUNCHPAD = inventAddress('launchpad');
export const PLATFORM_TOKEN = inventAddress('platform token');
export const PRICE_FEED = inventAddress('price feed');

/** Wallets that trade: some for a small market, 20,000 for the large one. */
export const traderCount = ({ trades }: MarketSize): number =>
  Math.max(20, Math.min(20_000, Math.ceil(trades / 50)));

/**
 * Fills a migrated database with a market of 30 days up to now, by SQL: few apps have most of the trades, as everywhere.
 * Prices wander within bounds; reserves have their last row only, since no read of the interface asks for more.
 */
export async function generateMarket(url: string, size: MarketSize): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=chain,public' });
  await client.connect();
  try {
    await client.query(
      `SET work_mem = '512MB'; SET maintenance_work_mem = '1GB'; SET max_parallel_workers_per_gather = 2`,
    );
    const indexes = await dropIndexes(client, ['trades', 'transfers', 'candles', 'balances']);
    await client.query('SELECT setseed(0.42)');
    await insertApps(client, size);
    await insertTrades(client, size);
    for (const index of indexes) await client.query(index);
    for (const statement of derived(size)) await client.query(statement);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** Building an index once is much faster than with every row. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE schemaname = 'chain' AND tablename = ANY ($1) AND indexname NOT LIKE '%_pkey'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX chain.${name}`);
  return rows.map(({ definition }) => definition);
}

async function insertApps(client: pg.Client, size: MarketSize): Promise<void> {
  const apps = Array.from({ length: size.apps }, (_, i) => {
    const name = `${FIRST[i % FIRST.length]!} ${SECOND[Math.floor(i / FIRST.length) % SECOND.length]!} ${i}`;
    const symbol = `A${i.toString(36).toUpperCase()}`;
    return {
      i,
      token: inventAddress(`app ${i}`),
      creator: inventAddress(`trader ${i % 400}`),
      name,
      symbol,
      name_key: foldName(name),
      name_skeleton: toNameSkeleton(name),
      name_neighbours: nameNeighbours(name),
      symbol_key: foldSymbol(symbol),
    };
  });
  const traders = Array.from({ length: traderCount(size) }, (_, i) => inventAddress(`trader ${i}`));
  await client.query(`CREATE TEMP TABLE gen_apps (i int PRIMARY KEY, token text);
    CREATE TEMP TABLE gen_traders (i int PRIMARY KEY, address text)`);
  await client.query('INSERT INTO gen_apps SELECT * FROM jsonb_to_recordset($1) AS r (i int, token text)', [
    JSON.stringify(apps),
  ]);
  await client.query(
    'INSERT INTO gen_traders SELECT place - 1, a FROM unnest($1::text[]) WITH ORDINALITY AS r (a, place)',
    [traders],
  );
  await client.query(
    `INSERT INTO deployment (chain_id, launchpad, platform_token, platform_symbol, price_feed, initial_virtual_platform,
      initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_bps)
    VALUES (31337, $1, $2, 'SLIP', $3, 30000e18, 1125000000e18, 1000000000e18, 60000e18, 1000000000e18, 100)`,
    [LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED],
  );
  await client.query(
    `INSERT INTO apps (token, creator, name, symbol, description, image_url, website, launch_cost, launch_tx_hash,
      block_number, log_index, launched_at, name_key, name_skeleton, name_neighbours, symbol_key)
    SELECT token, creator, name, symbol, 'An app.', 'https://example.com/' || i || '.png', NULL, 100e18,
      sha256(token::bytea), 0, i, date_trunc('second', now()) - interval '31 days', name_key, name_skeleton, name_neighbours,
      symbol_key
    FROM jsonb_to_recordset($1) AS r (i int, token text, creator text, name text, symbol text, name_key text,
      name_skeleton text, name_neighbours int[], symbol_key text)`,
    [JSON.stringify(apps)],
  );
}

/** Four trades a block, each with the transfer that carried its tokens; every tenth transfer stands alone. */
async function insertTrades(client: pg.Client, size: MarketSize): Promise<void> {
  await client.query(
    `INSERT INTO trades (block_number, log_index, token, trader, side, venue, platform_amount, fee, token_amount, usd_amount,
      price_platform, price_usd, time, tx_hash)
    SELECT n / 4 + 1, (n % 4) * 2 + 1, token, address, side, 'curve', gross, div(gross + 99, 100),
      div(gross * 99 * 1000000, 100 * micros), gross * 25000000, micros / 1e6, micros / 4e6, time, hash
    FROM (
      SELECT n, a.token, t.address, CASE WHEN random() < 0.55 THEN 'buy' ELSE 'sell' END AS side,
        (1 + floor(random() * 1000))::numeric * 1000000000000000000 AS gross,
        (30 + a.i % 90 + floor(20 * sin(n * 40.0 / $1 + a.i)))::int AS micros,
        date_trunc('second', now()) - interval '30 days' * (1 - n::float8 / $1) AS time,
        decode(lpad(to_hex(n), 64, '0'), 'hex') AS hash
      FROM (
        SELECT n, floor($2 * random() ^ 3)::int AS app, floor($3 * random() ^ 2)::int AS trader
        FROM generate_series(1, $1::int) n
      ) drawn
      JOIN gen_apps a ON a.i = drawn.app JOIN gen_traders t ON t.i = drawn.trader
    ) made`,
    [size.trades, size.apps, traderCount(size)],
  );
  await client.query(
    `INSERT INTO transfers (block_number, log_index, token, sender, recipient, amount, time, tx_hash, trade_log_index)
    SELECT block_number, log_index - 1, token, CASE side WHEN 'buy' THEN $1 ELSE trader END,
      CASE side WHEN 'buy' THEN trader ELSE $1 END, token_amount, time, tx_hash,
      CASE WHEN block_number % 10 > 0 THEN log_index END
    FROM trades`,
    [LAUNCHPAD],
  );
}

/** What follows from the trades, as the indexer would have it. */
function derived({ trades }: MarketSize): string[] {
  const price = ['platform', 'usd'];
  const ofPrices = (write: (currency: string) => string): string => price.map(write).join(', ');
  const candleColumns = `token, seconds, open_time, ${ofPrices((c) => `open_${c}, high_${c}, low_${c}, close_${c}`)},
    volume_platform, volume_usd, trades`;
  const floorTo = (seconds: number, time: string): string =>
    `to_timestamp(floor(extract(epoch FROM ${time}) / ${seconds}) * ${seconds})`;
  const first = (value: string, order: string): string => `(array_agg(${value} ORDER BY ${order}))[1]`;
  const coarser = [300, 900, 3_600, 14_400, 86_400].map(
    (seconds) => `
      INSERT INTO candles (${candleColumns})
      SELECT token, ${seconds}, ${floorTo(seconds, 'open_time')} AS opens,
        ${ofPrices((c) => `${first(`open_${c}`, 'open_time')}, max(high_${c}), min(low_${c}), ${first(`close_${c}`, 'open_time DESC')}`)},
        sum(volume_platform), sum(volume_usd), sum(trades)
      FROM candles WHERE seconds = 60 GROUP BY token, opens`,
  );
  const windows = { '24h': '1 day', '7d': '7 days', '30d': '30 days', all: '1000 years' };
  const totals = (table: string, key: string): string => `
    INSERT INTO ${table} (${key}, ${Object.keys(windows)
      .map((w) => `volume_usd_${w}, fees_${w}, trades_${w}`)
      .join(', ')})
    SELECT ${key}, ${Object.values(windows)
      .map((length) => {
        const filter = `FILTER (WHERE time > now() - interval '${length}')`;
        return `coalesce(sum(usd_amount) ${filter}, 0), coalesce(sum(fee) ${filter}, 0), count(*) ${filter}`;
      })
      .join(', ')} FROM trades GROUP BY ${key}`;
  return [
    `INSERT INTO oracle_prices SELECT h, 1000, 25000000, at, at FROM (
      SELECT h, date_trunc('second', now()) - interval '1 hour' * (720 - h) AS at FROM generate_series(0, 720) h) hours`,
    `INSERT INTO candles (${candleColumns})
      SELECT token, 60, ${floorTo(60, 'time')} AS opens,
        ${ofPrices((c) => `${first(`price_${c}`, 'block_number, log_index')}, max(price_${c}), min(price_${c}), ${first(`price_${c}`, 'block_number DESC, log_index DESC')}`)},
        sum(platform_amount), sum(usd_amount), count(*)
      FROM trades GROUP BY token, opens`,
    ...coarser,
    `INSERT INTO balances SELECT token, trader, 1000000000000000000::numeric * (1 + floor(random() * 1000))
      FROM (SELECT DISTINCT token, trader FROM trades) held`,
    `INSERT INTO balances SELECT a.token, '${LAUNCHPAD}', 1000000000e18 - coalesce(sum(balance), 0)
      FROM apps a LEFT JOIN balances b ON b.token = a.token GROUP BY a.token`,
    `INSERT INTO curves (token, virtual_platform_reserve, virtual_token_reserve, real_platform_reserve, real_token_reserve)
      SELECT token, 45000e18, 750000000e18, 15000e18, 625000000e18 FROM apps`,
    `INSERT INTO reserves SELECT token, 'curve', 0, log_index, 45000e18, 750000000e18, launched_at FROM apps`,
    totals('app_totals', 'token'),
    totals('trader_totals', 'trader'),
    `INSERT INTO app_stats
      SELECT a.token, 45000e18, 750000000e18 - a.log_index, 44000e18, 760000000e18, now(), coalesce(t.volume_usd_24h, 0),
        coalesce(t.volume_usd_24h, 0), (SELECT count(*) FROM balances b WHERE b.token = a.token)
      FROM apps a LEFT JOIN app_totals t ON t.token = a.token`,
    `INSERT INTO head (block_number, block_hash, block_time, level_at, generation)
      VALUES (${Math.floor(trades / 4) + 1}, sha256('head'), date_trunc('second', now()), now() + interval '1 hour', 1)`,
    `SELECT setval('generation', 1)`,
  ];
}
