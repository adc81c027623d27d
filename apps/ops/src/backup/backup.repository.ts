import { DECISION_TABLES, RAISE_SEQUENCES, type PrismaService, type Run } from '@slipway/database';

type Table = (typeof DECISION_TABLES)[number];

/** A row as JSON that PostgreSQL wrote: figures of 78 digits would not survive JavaScript. */
export interface BackupRow {
  readonly table: string;
  readonly json: string;
}

export class BackupRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Calls `write` for each row, of one state of the database; an older one may lack tables and columns. */
  async read(
    begin: (columns: Readonly<Record<string, string>>) => Promise<void>,
    write: (row: BackupRow) => Promise<void>,
  ): Promise<void> {
    await this.prisma.$inSnapshot(async (run) => {
      const columns = await readColumns(run);
      await begin(Object.fromEntries(columns.map(({ name, all }) => [name, all.join(',')])));
      for (const table of DECISION_TABLES)
        if (columns.some(({ name }) => name === table.name)) await readTable(run, table, write);
    });
  }

  /**
   * Writes all rows or none. Columns that an older release had not begin as declared.
   *
   * @param columns of each table when the backup was made
   * @param rows in the order of {@link DECISION_TABLES}
   * @returns the tables in the way; empty when the rows were written
   */
  async write(columns: Readonly<Record<string, string>>, rows: AsyncIterable<BackupRow>): Promise<string[]> {
    return await this.prisma.$inTransaction(async (run) => {
      const ours = await readColumns(run);
      const obstacles = [...findOtherColumns(ours, columns), ...(await findFilled(run))];
      if (obstacles.length > 0) return obstacles;
      const known = new Map(ours.map(({ name, all }) => [name, all.filter(isIn(columns[name]))]));
      const insert = (batch: readonly BackupRow[]): Promise<void> => insertRows(run, batch, known);
      await clearDefaults(run);
      let batch: BackupRow[] = [];
      for await (const row of rows) {
        const [first] = batch;
        if (first !== undefined && (first.table !== row.table || batch.length >= batchOf(first.table))) {
          await insert(batch);
          batch = [];
        }
        batch.push(row);
      }
      await insert(batch);
      await run({ text: RAISE_SEQUENCES });
      return [];
    });
  }
}

function batchOf(table: string): number {
  return DECISION_TABLES.find(({ name }) => name === table)?.batch ?? 1;
}

interface TableColumns {
  readonly name: string;
  readonly all: readonly string[];
  /** Those that a row cannot be written without. */
  readonly needed: readonly string[];
}

const isIn =
  (columns = '') =>
  (column: string): boolean =>
    columns.split(',').includes(column);

async function readColumns(run: Run): Promise<readonly TableColumns[]> {
  return run<[tables: readonly string[]], TableColumns>(
    {
      text: `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS all,
          coalesce(array_agg(a.attname::text) FILTER (WHERE a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''), '{}') AS needed
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relnamespace = 'public'::regnamespace AND c.relname = ANY ($1::text[]) AND a.attnum > 0 AND NOT a.attisdropped
        GROUP BY c.relname`,
    },
    DECISION_TABLES.map(({ name }) => name),
  );
}

async function readTable(
  run: Run,
  { name, batch }: Table,
  write: (row: BackupRow) => Promise<void>,
): Promise<void> {
  const [key] = await run<[table: string], { columns: string }>(
    {
      text: `SELECT string_agg(quote_ident(attname), ', ' ORDER BY place) AS columns
        FROM pg_index, unnest(indkey) WITH ORDINALITY AS parts (attnum, place) JOIN pg_attribute USING (attnum)
        WHERE indisprimary AND indrelid = $1::text::regclass AND attrelid = indrelid`,
    },
    `public.${name}`,
  );
  if (key === undefined) throw new Error(`${name} has no primary key`);
  await run({
    text: `DECLARE backup NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS json FROM public.${name} t ORDER BY ${key.columns}`,
  });
  for (;;) {
    const rows = await run<[], { json: string }>({ text: `FETCH ${batch} FROM backup` });
    for (const { json } of rows) await write({ table: name, json });
    if (rows.length < batch) break;
  }
  await run({ text: 'CLOSE backup' });
}

function findOtherColumns(
  ours: readonly TableColumns[],
  backedUp: Readonly<Record<string, string>>,
): string[] {
  const isOther = ({ name, all, needed }: TableColumns): boolean => {
    const theirs = backedUp[name];
    if (theirs === undefined) return false;
    return !needed.every(isIn(theirs)) || !theirs.split(',').every((column) => all.includes(column));
  };
  return ours
    .filter(isOther)
    .map(
      ({ name }) => `${name} has other columns than in the backup: import it with the release that made it`,
    );
}

async function findFilled(run: Run): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, hasDefaults } of DECISION_TABLES) {
    if (hasDefaults === true) continue;
    const rows = await run({ text: `SELECT FROM public.${name} LIMIT 1` });
    if (rows.length > 0) filled.push(`${name} has rows: a backup is imported into an empty database`);
  }
  return filled;
}

/** The one row of the policy is updated: no role may delete it. */
async function clearDefaults(run: Run): Promise<void> {
  await run({ text: 'DELETE FROM public.reserved_words' });
}

async function insertRows(
  run: Run,
  rows: readonly BackupRow[],
  known: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const json = `[${rows.map((row) => row.json).join(',')}]`;
  const source = `jsonb_populate_recordset(NULL::public.${first.table}, $1::jsonb)`;
  const columns = (known.get(first.table) ?? []).map((name) => `"${name}"`).join(', ');
  const text =
    first.table === 'launch_policy'
      ? `UPDATE public.launch_policy SET max_per_creator_per_24h = row.max_per_creator_per_24h FROM ${source} row`
      : `INSERT INTO public.${first.table} (${columns}) SELECT ${columns} FROM ${source}`;
  await run<[rows: string], unknown>({ text }, json);
}
