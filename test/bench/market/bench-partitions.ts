import type pg from 'pg';
import { OwnPostgres } from '../../support/own-postgres.js';
import { median } from '../median.js';
import { LAYOUTS, TABLES, type GrowingTable, type Layout } from './partition-layouts.js';

/**
 * Plain or partitioned tables for trades and the ledger: the same rows in a plain table and in 12 partitions by range of blocks, with
 * the keys that reads use. The server has less memory than the keys take: what partitions by block are to help with.
 *
 *     npm run bench:partitions                10,000,000 rows a table
 */
const ROWS = Number(process.argv[2] ?? 10_000_000);
const PAGES = 400;
const BATCHES = 25;
const BATCH_ROWS = 2_000;
/** A reorganisation's depth. */
const UNDONE_BLOCKS = 64;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function measure(
  client: pg.Client,
  table: GrowingTable,
  layout: Layout,
): Promise<Record<string, number>> {
  for (const statement of layout.create(table, ROWS)) await client.query(statement);
  const name = layout.name(table);
  const insert = (first: number, last: number): string => `INSERT INTO ${name} ${table.select(first, last)}`;
  const load = await timed(() => client.query(insert(1, ROWS)));
  await client.query(`CREATE INDEX ON ${name} ${table.index}`);
  await client.query(`VACUUM ANALYZE ${name}`);
  const pages = await measurePages(client, table, name);
  const batches: number[] = [];
  const rollbacks: number[] = [];
  for (let i = 0; i < BATCHES; i += 1) {
    const last = ROWS + (i + 1) * BATCH_ROWS;
    batches.push(await timed(() => client.query(insert(last - BATCH_ROWS + 1, last))));
    const ancestor = Math.floor(last / 4) - UNDONE_BLOCKS;
    const undo = `DELETE FROM ${name} WHERE block_number > ${ancestor}`;
    // The ledger has no key by block: a rollback finds its entries by wallet and app.
    if (table.name === 'trades') rollbacks.push(await timed(() => client.query(undo)));
  }
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('${name}') + (SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)
      FROM pg_inherits WHERE inhparent = '${name}'::regclass) AS bytes`,
  );
  await client.query(`DROP TABLE ${name}`);
  return {
    'load s': load / 1_000,
    ...pages,
    [`batch of ${BATCH_ROWS} ms`]: median(batches),
    ...(rollbacks.length === 0 ? {} : { 'rollback ms': median(rollbacks) }),
    GB: Number(rows[0]!.bytes) / 1e9,
  };
}

/** Pages of the newest rows, and of old ones: each of an app or wallet of its own. */
async function measurePages(
  client: pg.Client,
  table: GrowingTable,
  name: string,
): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const [what, part] of [
    ['newest page ms', 1],
    ['old page ms', 0.3],
  ] as const) {
    const times: number[] = [];
    for (let i = 0; i < PAGES; i += 1) {
      const values = [table.id(i), Math.floor((ROWS / 4) * part) - i];
      times.push(await timed(() => client.query({ text: table.page(name), values })));
    }
    figures[what] = median(times);
  }
  return figures;
}

const began = performance.now();
const postgres = await OwnPostgres.start({ shared_buffers: '256MB', max_wal_size: '8GB' });
try {
  const client = await postgres.connect();
  for (const table of TABLES) {
    for (const layout of LAYOUTS) {
      const figures = Object.entries(await measure(client, table, layout)).map(
        ([name, value]) => `${name} ${value.toFixed(2)}`,
      );
      process.stdout.write(`${ROWS} rows of ${layout.name(table)}: ${figures.join(', ')}\n`);
    }
  }
  await client.end();
  process.stdout.write(`${((performance.now() - began) / 60_000).toFixed(1)} minutes\n`);
} finally {
  await postgres.remove();
}
