import type pg from 'pg';
import { foldName, foldSymbol, nameNeighbours, nameWords, toNameSkeleton } from '@slipway/name-matching';
import { insertAddresses } from '../../support/insert-addresses.js';
import { LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED, inventAddress } from './invent-address.js';
import type { MarketSize } from './market-size.js';

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

/** Inserted at once. */
const AT_ONCE = 50_000;

/** The contracts, the apps with what they are found by, and the traders of a made-up market. */
export async function insertApps(client: pg.Client, size: MarketSize, at: Date): Promise<void> {
  await client.query(insertAddresses('SELECT $1::text AS address'), [LAUNCHPAD]);
  await client.query(
    `INSERT INTO deployment (chain_id, launchpad, platform_token, platform_symbol, price_feeds, initial_virtual_platform,
      initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_ppm)
    VALUES (31337, $1, $2, 'SLIP', ARRAY[$3], 30000e18, 1125000000e18, 1000000000e18, 60000e18, 1000000000e18, 10000)`,
    [LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED],
  );
  for (const table of ['gen_apps', 'gen_traders'])
    await client.query(`CREATE TEMP TABLE ${table} (i int PRIMARY KEY, id int)`);
  // Creators are traders.
  for (const [from, to] of parts(Math.max(CREATORS, size.wallets)))
    await insertIds(
      client,
      'gen_traders',
      from,
      numbers(from, to, (i) => inventAddress(`trader ${i}`)),
    );
  for (const [from, to] of parts(size.apps)) await insertPart(client, from, numbers(from, to, appOf), at);
}

const CREATORS = 400;

function appOf(i: number): Record<string, unknown> & { readonly token: string; readonly name: string } {
  const name = `${FIRST[i % FIRST.length]!} ${SECOND[Math.floor(i / FIRST.length) % SECOND.length]!} ${i}`;
  const symbol = `A${i.toString(36).toUpperCase()}`;
  return {
    i,
    token: inventAddress(`app ${i}`),
    creator: inventAddress(`trader ${i % CREATORS}`),
    name,
    symbol,
    name_key: foldName(name),
    name_skeleton: toNameSkeleton(name),
    name_neighbours: nameNeighbours(name),
    symbol_key: foldSymbol(symbol),
  };
}

function parts(count: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, part) => [
    part * AT_ONCE,
    Math.min(count, (part + 1) * AT_ONCE),
  ]);
}

function numbers<T>(from: number, to: number, make: (i: number) => T): T[] {
  return Array.from({ length: to - from }, (_, i) => make(from + i));
}

async function insertPart(
  client: pg.Client,
  from: number,
  apps: readonly ReturnType<typeof appOf>[],
  at: Date,
): Promise<void> {
  await insertIds(
    client,
    'gen_apps',
    from,
    apps.map(({ token }) => token),
  );
  await client.query(
    `INSERT INTO apps (token_id, creator_id, name, symbol, description, image_url, website, launch_cost, launch_tx_hash,
      block_number, log_index, launched_at, name_key, name_skeleton, name_neighbours, symbol_key)
    SELECT app.id, owner.id, name, symbol, 'An app.', 'https://example.com/' || i || '.png', NULL, 100e18,
      sha256(token::bytea), 0, i, $2::timestamptz - interval '31 days', name_key, name_skeleton, name_neighbours,
      symbol_key
    FROM jsonb_to_recordset($1) AS r (i int, token text, creator text, name text, symbol text, name_key text,
      name_skeleton text, name_neighbours int[], symbol_key text)
      JOIN addresses app ON app.address = token JOIN addresses owner ON owner.address = creator ORDER BY i`,
    [JSON.stringify(apps), at],
  );
  const words = apps.flatMap(({ token, name }) => nameWords(name).map((word) => ({ token, word })));
  await client.query(
    `INSERT INTO app_words (word, token_id)
    SELECT word, id FROM jsonb_to_recordset($1) AS r (word text, token text) JOIN addresses ON address = token`,
    [JSON.stringify(words)],
  );
}

/** Adds addresses, and their ids to a table by their places. */
async function insertIds(
  client: pg.Client,
  table: string,
  from: number,
  addresses: readonly string[],
): Promise<void> {
  await client.query(insertAddresses('SELECT unnest($1::text[]) AS address'), [addresses]);
  await client.query(
    `INSERT INTO ${table} SELECT $2::int + place - 1, id
    FROM unnest($1::text[]) WITH ORDINALITY AS r (a, place) JOIN addresses ON address = a`,
    [addresses, from],
  );
}
