import type pg from 'pg';
import { OwnPostgres } from '../../support/own-postgres.js';
import { median } from '../median.js';
import { LAYOUTS, TABLES, type GrowingTable, type Layout } from './partition-layouts.js';

/**
 * Plain or partitioned tables for trades and transfers: the same rows in a plain table, in 16 partitions by hash of the
 * token, and in 12 by range of blocks, with the indexes that reads use.
 *
 *     npm run bench:partitions                10,000,000 rows: half of them trades, half transfers
 */
const ROWS = Number(process.argv[2] ?? 10_000_000) / 2;
const PAGES = 200;
const BATCHES = 15;
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
  const rowsFrom = (first: number, last: number): string =>
    `INSERT INTO ${name} ${table.select(first, last, ROWS)}`;
  const load = await timed(() => client.query(rowsFrom(1, ROWS)));
  for (const index of table.indexes) await client.query(`CREATE INDEX ON ${name} ${index}`);
  await client.query(`VACUUM ANALYZE ${name}`);
  const page: number[] = [];
  for (let i = 0; i < PAGES; i += 1) {
    const below = Math.floor((ROWS / 4) * (1 - i / PAGES)) + 1;
    const query = { text: table.page(name), values: [table.token((i * 37) % 2_000), below] };
    page.push(await timed(() => client.query(query)));
  }
  const times: Record<'batch' | 'window' | 'rollback', number[]> = { batch: [], window: [], rollback: [] };
  for (let i = 0; i < BATCHES; i += 1) {
    const last = ROWS + 7 + (i + 1) * BATCH_ROWS;
    times.batch.push(await timed(() => client.query(rowsFrom(last - BATCH_ROWS + 1, last))));
    if (table.window !== null) {
      const text = table.window(name);
      times.window.push(await timed(() => client.query(text)));
    }
    const ancestor = Math.floor(last / 4) - UNDONE_BLOCKS;
    times.rollback.push(
      await timed(() => client.query(`DELETE FROM ${name} WHERE block_number > ${ancestor}`)),
    );
  }
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT pg_total_relation_size('${name}') + (SELECT coalesce(sum(pg_total_relation_size(inhrelid)), 0)
      FROM pg_inherits WHERE inhparent = '${name}'::regclass) AS bytes`,
  );
  await client.query(`DROP TABLE ${name}`);
  return {
    'load s': load / 1_000,
    'page ms': median(page),
    [`batch of ${BATCH_ROWS} ms`]: median(times.batch),
    ...(table.window === null ? {} : { 'window ms': median(times.window) }),
    'rollback ms': median(times.rollback),
    GB: Number(rows[0]!.bytes) / 1e9,
  };
}

const began = performance.now();
const postgres = await OwnPostgres.start({ shared_buffers: '1GB', max_wal_size: '8GB' });
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
