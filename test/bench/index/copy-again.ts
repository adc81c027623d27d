import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';

/**
 * What no indexer into these tables can beat: every row that the index has, of every table, by one bare COPY a table from
 * a file of the server's. Nothing is fetched, decoded, folded or looked up.
 *
 * @returns seconds: into the tables as they are, and into the same tables without any key or index, which could not be read
 */
export async function copyAgain(client: pg.Client): Promise<{ indexed: number; bare: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'slipway-copy-'));
  // The server may run as another user.
  await chmod(folder, 0o777);
  try {
    const { rows } = await client.query<{ name: string; columns: string }>(
      `SELECT relname AS name, string_agg(quote_ident(attname), ', ') AS columns
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
        AND attgenerated = ''
      GROUP BY relname`,
    );
    const fileOf = (name: string): string => `'${path.join(folder, name)}'`;
    for (const { name, columns } of rows)
      await client.query(`COPY chain.${name} (${columns}) TO ${fileOf(name)}`);
    const copyAll = async (): Promise<number> => {
      for (const { name } of rows) await client.query(`TRUNCATE chain.${name}`);
      const began = performance.now();
      for (const { name, columns } of rows)
        await client.query(`COPY chain.${name} (${columns}) FROM ${fileOf(name)}`);
      return (performance.now() - began) / 1_000;
    };
    const indexed = await copyAll();
    await client.query('BEGIN');
    await dropIndexes(client);
    const bare = await copyAll();
    await client.query('ROLLBACK');
    return { indexed, bare };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function dropIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ off: string }>(
    `SELECT CASE WHEN conname IS NULL THEN format('DROP INDEX %s', indexrelid::regclass)
      ELSE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', indrelid::regclass, conname) END AS off
    FROM pg_index JOIN pg_class t ON t.oid = indrelid LEFT JOIN pg_constraint ON conindid = indexrelid AND conrelid = indrelid
    WHERE t.relnamespace = 'chain'::regnamespace`,
  );
  for (const { off } of rows) await client.query(off);
}
