import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openClient, withClient } from '../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { migrate } from './migrate.js';
import { withShortLocks } from './short-locks.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MIGRATION = '29990101000000_add_a_column';

/** Who waits for the table. Those of other databases have the same number. */
const WAITS = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'public.origins'::regclass
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

describe('a migration of a table that is read', () => {
  let database: TestDatabase;
  let root: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    root = await mkdtemp(path.join(tmpdir(), 'migrations-'));
    await cp(path.join(ROOT, 'prisma'), path.join(root, 'prisma'), { recursive: true });
    const folder = path.join(root, 'prisma/migrations', MIGRATION);
    await mkdir(folder);
    await writeFile(
      path.join(folder, 'migration.sql'),
      'ALTER TABLE public.origins ADD COLUMN seen_at timestamptz;',
    );
  });

  afterAll(async () => {
    await rm(root, { recursive: true, force: true });
    await database.drop();
  });

  it('waits for a long read without stopping those that come after it', async () => {
    const reader = await openClient(database.url);
    await reader.query('BEGIN; SELECT count(*) FROM public.origins');
    let isApplied = false;
    const applying = migrate(database.url, root).then((names) => {
      isApplied = true;
      return names;
    });
    // As long as the API's statements wait for a lock: one that waits longer is a 503.
    const reads = await withClient(database.url, async (client) => {
      await client.query('SET lock_timeout = 1000');
      let count = 0;
      // From when on the migration waits.
      let endsAt = Infinity;
      for (; performance.now() < endsAt || count <= 10; count += 1) {
        const { rowCount } = await client.query(WAITS);
        if (rowCount === 1) endsAt = Math.min(endsAt, performance.now() + 2_500);
        await client.query('SELECT count(*) FROM public.origins');
        await delay(20);
      }
      return count;
    });
    expect(reads).toBeGreaterThan(10);
    expect(isApplied).toBe(false);
    await reader.query('COMMIT');
    await reader.end();
    expect(await applying).toEqual([MIGRATION]);
  });

  it('fails with what PostgreSQL said when the lock is never free', async () => {
    const holder = await openClient(database.url);
    await holder.query('BEGIN; LOCK TABLE public.origins');
    await withClient(database.url, async (client) => {
      const script = (limit: string): Promise<unknown> =>
        client.query(`${limit}; ALTER TABLE public.origins ADD COLUMN never int`);
      await expect(withShortLocks(script, 0)).rejects.toMatchObject({ code: '55P03' });
      // Nothing of it has happened.
      await expect(client.query('SHOW lock_timeout')).resolves.toMatchObject({
        rows: [{ lock_timeout: '0' }],
      });
    });
    await holder.query('ROLLBACK');
    await holder.end();
  });
});
