import { withClient } from './index-space.js';

/**
 * Keys of the served index that a backfill put off and has not built yet. A migration cannot change them.
 * @param databaseUrl a login that may read schema `public`; the database may have no schema yet, or an older one
 */
export async function countDeferredKeys(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows: tables } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('public.deferred_keys') IS NOT NULL AS exists`,
    );
    if (tables[0]?.exists !== true) return 0;
    const { rows } = await client.query<{ keys: number }>(
      `SELECT count(*)::int AS keys FROM public.deferred_keys WHERE schema_name = 'chain'`,
    );
    return rows[0]?.keys ?? 0;
  });
}
