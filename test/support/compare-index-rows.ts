import type pg from 'pg';

/** Tables of the index: a log, and past states of minutes, are no matter of a migration. */
const TABLES = `SELECT relname AS name FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind = 'r'
  AND relname NOT IN ('app_history', 'balance_history', 'head_history', 'outbox', 'outbox_state') ORDER BY 1`;

const COLUMNS = `SELECT array_agg(format('%I', attname) ORDER BY attnum) AS columns FROM pg_attribute
  WHERE attrelid = ('chain.' || $1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;

/** Columns that a migration replaced, as the older layout had them: what they were, by those of now. */
const REPLACED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  deployment: { fee_bps: 'fee_ppm / 100', price_feed: 'price_feeds[1]' },
};

/** Copies the rows of an index into tables of an older layout: into the columns that it has. */
export async function copyIndexRows(from: pg.Client, to: pg.Client): Promise<void> {
  for (const table of await namesOf(to)) {
    const shared = await sharedColumns(table, from, to);
    const older = await sharedColumns(table, to);
    const replaced = Object.entries(REPLACED[table] ?? {}).filter(
      ([column]) => older.split(', ').includes(column) && !shared.split(', ').includes(column),
    );
    const columns = [shared, ...replaced.map(([column]) => column)].join(', ');
    const values = [shared, ...replaced.map(([column, value]) => `${value} AS ${column}`)].join(', ');
    const { rows } = await from.query<{ rows: string | null }>(
      `SELECT json_agg(to_jsonb(t))::text AS rows FROM (SELECT ${values} FROM chain.${table}) t`,
    );
    await to.query(`DELETE FROM chain.${table}`);
    const json = rows[0]?.rows ?? null;
    if (json === null) continue;
    await to.query(
      `INSERT INTO chain.${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::chain.${table}, $1)`,
      [json],
    );
  }
}

/** The columns, as `table.column`, whose values differ in any row; a table with other rows as `table`. */
export async function findDifferingColumns(one: pg.Client, other: pg.Client): Promise<string[]> {
  const differing = new Set<string>();
  for (const table of await namesOf(other)) {
    const columns = await sharedColumns(table, one, other);
    const read = async (client: pg.Client): Promise<Record<string, unknown>[]> => {
      const text = `SELECT row_to_json(t)::jsonb::text AS row FROM (SELECT ${columns} FROM chain.${table}) t ORDER BY 1`;
      const { rows } = await client.query<{ row: string }>(text);
      return rows.map(
        ({ row }) => JSON.parse(row.replaceAll(/: (-?[\d.]+)/g, ': "$1"')) as Record<string, unknown>,
      );
    };
    const keys = await keyOf(other, table);
    const byKey = (rows: Record<string, unknown>[]): Map<string, Record<string, unknown>> =>
      new Map(rows.map((row) => [JSON.stringify(keys.map((key) => row[key])), row]));
    const [ours, theirs] = [byKey(await read(one)), byKey(await read(other))];
    if (ours.size !== theirs.size || [...ours.keys()].some((key) => !theirs.has(key))) differing.add(table);
    for (const [key, row] of ours)
      for (const [column, value] of Object.entries(row))
        if (JSON.stringify(value) !== JSON.stringify(theirs.get(key)?.[column] ?? null))
          differing.add(`${table}.${column}`);
  }
  return [...differing].sort();
}

async function namesOf(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
}

async function sharedColumns(table: string, ...clients: pg.Client[]): Promise<string> {
  const [first = [], ...rest] = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query<{ columns: string[] }>(COLUMNS, [table]);
      return typeof rows[0]?.columns === 'string' ? splitArray(rows[0].columns) : (rows[0]?.columns ?? []);
    }),
  );
  return first.filter((column) => rest.every((columns) => columns.includes(column))).join(', ');
}

/** Columns of the primary key; of a table without one, all that a row is known by. */
async function keyOf(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
    WHERE i.indrelid = ('chain.' || $1)::regclass AND i.indisprimary`,
    [table],
  );
  return rows.length > 0
    ? rows.map(({ name }) => name)
    : ['wallet_id', 'token_id', 'block_number', 'log_index'];
}

function splitArray(text: string): string[] {
  return text.slice(1, -1).split(',');
}
