import type pg from 'pg';
import { DECISION_TABLES, RAISE_SEQUENCES } from './decision-tables.js';
import { withClient } from './index-space.js';

/** A sign-in that has begun goes on at the other database. */
const COPIED = [...DECISION_TABLES.map(({ name }) => name), 'sign_in_nonces'];

/** Index revisions of another database are none of this one's: cursors of the other are then refused as foreign. */
const REVISIONS_BETWEEN = 1_000_000_000;

/** Rows that are on their way at once, as JSON that PostgreSQL wrote: figures of 78 digits would not survive JavaScript. */
const PAGE = 5_000;

interface Column {
  readonly name: string;
  readonly isGenerated: boolean;
}

/**
 * Replaces what people decided in one database, and who signed out, by the rows of another: in one transaction, so that it may be
 * done again. Columns that only one of them has begin as declared.
 *
 * @returns how many rows each table has now
 */
export async function copyDecisions(fromUrl: string, toUrl: string): Promise<Record<string, number>> {
  return withClient(fromUrl, (from) =>
    withClient(toUrl, async (to) => {
      await from.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await to.query('BEGIN');
      const copied: Record<string, number> = {};
      for (const table of [...COPIED].reverse()) await to.query(`DELETE FROM public.${table}`);
      for (const table of COPIED) copied[table] = await copyTable(from, to, table);
      await to.query(RAISE_SEQUENCES);
      await raiseRevisions(from, to);
      await to.query('COMMIT');
      return copied;
    }),
  );
}

async function copyTable(from: pg.Client, to: pg.Client, table: string): Promise<number> {
  const [theirs, ours] = await Promise.all([columnsOf(from, table), columnsOf(to, table)]);
  const names = new Set(theirs.map(({ name }) => name));
  const columns = ours
    .filter(({ name, isGenerated }) => !isGenerated && names.has(name))
    .map(({ name }) => `"${name}"`)
    .join(', ');
  if (columns === '') return 0;
  let copied = 0;
  await from.query(
    `DECLARE decided CURSOR FOR SELECT to_jsonb(r)::text AS row FROM (SELECT ${columns} FROM public.${table}) r`,
  );
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`FETCH ${PAGE} FROM decided`);
    if (rows.length === 0) break;
    await to.query(
      `INSERT INTO public.${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::public.${table}, $1)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
    copied += rows.length;
  }
  await from.query('CLOSE decided');
  return copied;
}

async function columnsOf(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, attgenerated <> '' AS "isGenerated" FROM pg_attribute
    WHERE attrelid = to_regclass('public.' || $1) AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return rows;
}

async function raiseRevisions(from: pg.Client, to: pg.Client): Promise<void> {
  const [theirs, ours] = [await lastRevision(from), await lastRevision(to)];
  const first = theirs + BigInt(REVISIONS_BETWEEN);
  if (ours < first) await to.query(`SELECT setval('public.index_revision', $1)`, [first.toString()]);
  await to.query('UPDATE public.catalog SET revision = revision + 1');
}

async function lastRevision(client: pg.Client): Promise<bigint> {
  const { rows } = await client.query<{ value: string }>(
    'SELECT last_value AS value FROM public.index_revision',
  );
  return BigInt(rows[0]?.value ?? 0);
}
