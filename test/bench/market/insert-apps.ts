import type pg from 'pg';
import { foldName, foldSymbol, nameNeighbours, nameWords, toNameSkeleton } from '@slipway/name-matching';
import { insertAddresses } from '../../support/insert-addresses.js';
import { LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED, inventAddress } from './invent-address.js';
import { traderCount, type MarketSize } from './market-size.js';

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

/** The contracts, the apps with what they are found by, and the traders of a made-up market. */
export async function insertApps(client: pg.Client, size: MarketSize, at: Date): Promise<void> {
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
  const tokens = apps.map(({ token }) => token);
  await client.query(insertAddresses('SELECT unnest($1::text[]) AS address'), [
    [...new Set([...tokens, ...traders, ...apps.map(({ creator }) => creator), LAUNCHPAD])],
  ]);
  await insertIds(client, 'gen_apps', tokens);
  await insertIds(client, 'gen_traders', traders);
  await client.query(
    `INSERT INTO deployment (chain_id, launchpad, platform_token, platform_symbol, price_feed, initial_virtual_platform,
      initial_virtual_token, initial_real_token, graduation_threshold, total_supply, fee_bps)
    VALUES (31337, $1, $2, 'SLIP', $3, 30000e18, 1125000000e18, 1000000000e18, 60000e18, 1000000000e18, 100)`,
    [LAUNCHPAD, PLATFORM_TOKEN, PRICE_FEED],
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

/** A table of the ids of addresses by their place. */
async function insertIds(client: pg.Client, table: string, addresses: readonly string[]): Promise<void> {
  await client.query(`CREATE TEMP TABLE ${table} (i int PRIMARY KEY, id int)`);
  await client.query(
    `INSERT INTO ${table} SELECT place - 1, id
    FROM unnest($1::text[]) WITH ORDINALITY AS r (a, place) JOIN addresses ON address = a`,
    [addresses],
  );
}
