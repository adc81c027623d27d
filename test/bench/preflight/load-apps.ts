import type { ClientBase } from 'pg';
import { foldName, foldSymbol, nameNeighbours, toNameSkeleton } from '@slipway/name-matching';
import { insertAddresses } from '../../support/insert-addresses.js';
import { appNames } from './app-names.js';

const BATCH = 5_000;

/** Fills an index with generated apps, each with the keys that the indexer would give it. */
export async function loadApps(client: ClientBase, count: number): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
    WHERE indrelid = 'chain.apps'::regclass AND NOT indisunique`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  const names = [...appNames(count)];
  for (let start = 0; start < count; start += BATCH) {
    await insert(client, start, names.slice(start, start + BATCH));
  }
  for (const { definition } of rows) await client.query(definition);
  await client.query('VACUUM ANALYZE chain.apps');
  return names;
}

/** An app's token and creator by its place, from $1 on. */
const TOKEN = `'0x' || lpad(to_hex($1::int + at::int), 40, '0')`;
const CREATOR = `'0x' || lpad(to_hex(($1::int + at::int) / 20), 40, '0')`;
const RANGE = 'generate_series(1, $2::int) at';

async function insert(client: ClientBase, start: number, names: readonly string[]): Promise<void> {
  const symbols = names.map((_, index) => (start + index).toString(36).toUpperCase().padStart(6, 'Q'));
  await client.query(
    insertAddresses(`SELECT ${TOKEN} AS address FROM ${RANGE} UNION SELECT ${CREATOR} FROM ${RANGE}`),
    [start, names.length],
  );
  await client.query({
    name: 'load-apps',
    text: `
      INSERT INTO chain.apps (block_number, log_index, launched_at, launch_tx_hash, token_id, creator_id, name, symbol,
        launch_cost, name_key, name_skeleton, name_neighbours, symbol_key)
      SELECT 0, $1::int + at, now() - interval '30 days', '\\x00', app.id, creator.id, name, symbol, 1, name_key, name_skeleton,
        name_neighbours::int[], symbol_key
      FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY
        AS row (name, symbol, name_key, name_skeleton, name_neighbours, symbol_key, at)
        JOIN chain.addresses app ON app.address = ${TOKEN} JOIN chain.addresses creator ON creator.address = ${CREATOR}
      ORDER BY at`,
    values: [
      start,
      names,
      symbols,
      names.map(foldName),
      names.map(toNameSkeleton),
      names.map((name) => `{${nameNeighbours(name).join()}}`),
      symbols.map(foldSymbol),
    ],
  });
}
