import type pg from 'pg';

/** What a table takes on disk, in bytes. */
export interface TableSize {
  readonly name: string;
  readonly rows: number;
  /** With its free space map, and what is stored beside it. */
  readonly heap: number;
  readonly keys: number;
  readonly indexes: readonly { readonly name: string; readonly bytes: number }[];
}

/** The tables of the index, largest first. */
export async function readSizes(client: pg.Client): Promise<TableSize[]> {
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<TableSize>(
    `SELECT relname AS name, reltuples::float8 AS rows, pg_table_size(c.oid)::float8 AS heap,
      pg_indexes_size(c.oid)::float8 AS keys, (
        SELECT coalesce(json_agg(json_build_object('name', indexrelid::regclass::text, 'bytes', pg_relation_size(indexrelid))
          ORDER BY pg_relation_size(indexrelid) DESC), '[]')
        FROM pg_index WHERE indrelid = c.oid
      ) AS indexes
    FROM pg_class c WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
    ORDER BY pg_total_relation_size(c.oid) DESC`,
  );
  return rows;
}
