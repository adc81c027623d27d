import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from './support/pg-client.js';
import { migrateUpTo } from './support/older-index.js';
import { createEmptyDatabase, createTestDatabase } from './support/postgres.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const PROGRAM = path.join(ROOT, 'dist/apps/ops/src/db.js');

/** Drops keys that an index may not have built yet. */
const UNUSED_KEYS = '20261124600100_unused_keys';

/** The program itself, as npm starts it. */
describe('npm run db:diff', () => {
  it('finds that the migrations lead to what prisma/schema.prisma says', async () => {
    const database = await createTestDatabase();
    await expect(diff(database.url)).resolves.toBe('no difference\n');
    await database.drop();
  });

  it('prints the SQL from the database to the schema, and ends with 2', async () => {
    const database = await createTestDatabase();
    await withClient(database.url, (client) =>
      client.query('ALTER TABLE public.origins DROP COLUMN added_at'),
    );
    await expect(diff(database.url)).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/ALTER TABLE .*"origins" ADD COLUMN +"added_at"/),
    });
    await database.drop();
  });

  it('wants the migrations applied first', async () => {
    const database = await createEmptyDatabase();
    await expect(diff(database.url)).rejects.toThrow(/apply \d+_\w+.* first: npm run db:migrate/);
    await database.drop();
  });
});

describe('npx prisma', () => {
  it('finds that the schema is valid, without a native engine', async () => {
    const program = path.join(ROOT, 'node_modules/prisma/build/index.js');
    const { stdout } = await run(process.execPath, [program, 'validate'], { cwd: ROOT, env: {} });
    expect(stdout).toContain('is valid');
  });
});

describe('npm run db:migrate', () => {
  it('is refused while keys of the index are yet to be built, and goes on when they are', async () => {
    const database = await createEmptyDatabase();
    await migrateUpTo(database.url, UNUSED_KEYS);
    const key = 'curves_graduated_idx';
    await withClient(database.url, async (client) => {
      await client.query(`INSERT INTO public.deferred_keys VALUES ('chain', $1, 'CREATE INDEX')`, [key]);
    });
    await expect(db('migrate', database.url)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        new RegExp(`^${UNUSED_KEYS}.*: not while the index is read for the first time, 1 of its keys`),
      ),
    });
    await withClient(database.url, async (client) => {
      expect((await client.query('SELECT FROM pg_indexes WHERE indexname = $1', [key])).rowCount).toBe(1);
      // Those of a rebuild are in a schema that no migration changes.
      await client.query(`UPDATE public.deferred_keys SET schema_name = 'chain_next'`);
    });
    await expect(db('migrate', database.url)).resolves.toContain(`applied ${UNUSED_KEYS}`);
    await database.drop();
  });
});

const diff = (databaseUrl: string): Promise<string> => db('diff', databaseUrl);

async function db(command: string, databaseUrl: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
  return (await run(process.execPath, [PROGRAM, command], { env, cwd: ROOT })).stdout;
}
