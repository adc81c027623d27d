import pg from 'pg';
import type { Session } from '../postgres/session.js';

/** An index that was built, and how many wait. */
export interface BuiltKey {
  readonly name: string;
  readonly left: number;
}

interface DeferredKey {
  readonly name: string;
  readonly definition: string;
  readonly left: number;
}

/**
 * Takes the indexes that only reads need off an empty index's tables. Each batch of a long backfill would keep them up to date.
 * To build them of all rows costs a fraction of that. {@link buildNextKey} puts them back.
 */
export async function deferKeys(session: Session): Promise<void> {
  const { rows } = await session.query<{ name: string }>(
    `INSERT INTO public.deferred_keys (schema_name, name, definition)
    SELECT current_schema(), key.relname, pg_get_indexdef(key.oid)
    FROM pg_index JOIN pg_class key ON key.oid = indexrelid
    WHERE key.relnamespace = current_schema()::regnamespace AND NOT indisunique
    ON CONFLICT (schema_name, name) DO UPDATE SET definition = excluded.definition RETURNING name`,
  );
  for (const { name } of rows) await session.query(`DROP INDEX ${pg.escapeIdentifier(name)}`);
}

/** Builds one of the indexes that were deferred; null when none is left. A process that ends leaves it to the next. */
export async function buildNextKey(session: Session): Promise<BuiltKey | null> {
  const { rows } = await session.query<DeferredKey>(
    `SELECT name, definition, (count(*) OVER ())::int - 1 AS left FROM public.deferred_keys
    WHERE schema_name = current_schema() ORDER BY name LIMIT 1`,
  );
  const [key] = rows;
  if (key === undefined) return null;
  const { name, definition, left } = key;
  await session.withoutTimeouts(async () => {
    await session.query(`SET LOCAL maintenance_work_mem = '256MB'`);
    await session.query(definition.replace('CREATE INDEX', 'CREATE INDEX IF NOT EXISTS'));
    await session.query(
      'DELETE FROM public.deferred_keys WHERE schema_name = current_schema() AND name = $1',
      [name],
    );
  });
  return { name, left };
}

/** Builds all that are left. */
export async function buildKeys(session: Session): Promise<void> {
  let built: BuiltKey | null;
  do built = await buildNextKey(session);
  while (built !== null);
}
