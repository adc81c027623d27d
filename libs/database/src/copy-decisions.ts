import type pg from 'pg';
import { withClient } from './index-space.js';

/**
 * The tables of schema `public` that no chain can give back, each after those that it refers to. The others say who writes an
 * index, and list its jobs. These are no matter of another database.
 */
const DECISIONS = [
  'flags',
  'origins',
  'builders',
  'hidden_apps',
  'reserved_words',
  'blocked_creators',
  'launch_policy',
  'programs',
  'reward_trees',
  'program_list_entries',
  'reward_allocations',
  'sign_in_nonces',
  'revoked_tokens',
];

/** Index revisions of another database are none of this one's: cursors of the other are then refused as foreign. */
const REVISIONS_BETWEEN = 1_000_000_000;

/** Rows that are on their way at once. */
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
      for (const table of [...DECISIONS].reverse()) await to.query(`DELETE FROM public.${table}`);
      for (const table of DECISIONS) copied[table] = await copyTable(from, to, table);
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
    `DECLARE decided CURSOR FOR SELECT to_jsonb(r) AS row FROM (SELECT ${columns} FROM public.${table}) r`,
  );
  for (;;) {
    const { rows } = await from.query<{ row: unknown }>(`FETCH ${PAGE} FROM decided`);
    if (rows.length === 0) break;
    await to.query(
      `INSERT INTO public.${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::public.${table}, $1)`,
      [JSON.stringify(rows.map(({ row }) => row))],
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

const REVISION = `SELECT last_value::text AS value, format('%I.%I', schemaname, sequencename) AS sequence FROM pg_sequences
  WHERE schemaname = 'public' AND sequencename IN ('generation', 'index_revision')`;

async function raiseRevisions(from: pg.Client, to: pg.Client): Promise<void> {
  const [theirs, ours] = await Promise.all(
    [from, to].map(async (client) => {
      const { rows } = await client.query<{ value: string | null; sequence: string }>(REVISION);
      return rows[0];
    }),
  );
  const first = BigInt(theirs?.value ?? 0) + BigInt(REVISIONS_BETWEEN);
  if (ours !== undefined && BigInt(ours.value ?? 0) < first) {
    await to.query('SELECT setval($1::regclass, $2)', [ours.sequence, first.toString()]);
  }
  await to.query('UPDATE public.catalog SET revision = revision + 1');
}
