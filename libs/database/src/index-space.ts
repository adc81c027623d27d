import pg from 'pg';

/** What the index of a database takes on disk, and up to where it goes. */
export interface IndexSpace {
  /** Null when no block is in it. */
  readonly block: number | null;
  readonly tableBytes: number;
  readonly keyBytes: number;
}

const TABLES = `SELECT oid FROM pg_class WHERE relnamespace = to_regnamespace('chain') AND relkind = 'r'`;

const SPACE = `SELECT coalesce(sum(pg_table_size(oid)), 0)::float8 AS "tableBytes",
    coalesce(sum(pg_indexes_size(oid)), 0)::float8 AS "keyBytes"
  FROM (${TABLES}) tables`;

/** @param databaseUrl a login that may read schema `chain`; the database may have no schema yet, or an older one */
export async function readIndexSpace(databaseUrl: string): Promise<IndexSpace> {
  return withClient(databaseUrl, async (client) => {
    const { rows: spaces } = await client.query<Omit<IndexSpace, 'block'>>(SPACE);
    const { rows: heads } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('chain.head') IS NOT NULL AS exists`,
    );
    const { rows: blocks } =
      heads[0]?.exists === true
        ? await client.query<{ block: number }>('SELECT block_number::float8 AS block FROM chain.head')
        : { rows: [] };
    return { tableBytes: 0, keyBytes: 0, ...spaces[0], block: blocks[0]?.block ?? null };
  });
}

/** One connection of a program that runs once. */
export async function withClient<T>(databaseUrl: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
