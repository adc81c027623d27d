import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@slipway/database';
import { withClient } from './support/pg-client.js';
import { createEmptyDatabase, createTestDatabase } from './support/postgres.js';
import { releaseWith, type Release } from './support/release.js';
import { runDb } from './support/run-ops.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const PROGRAM = path.join(ROOT, 'dist/apps/ops/db.js');

describe('npm run db -- diff', () => {
  it('finds that the migrations lead to what prisma/schema.prisma says', async () => {
    const database = await createTestDatabase();
    expect(await runDb({ DATABASE_URL: database.url }, 'diff')).toEqual({
      code: 0,
      stdout: 'no difference\n',
      stderr: '',
    });
    await database.drop();
  });

  it('prints the SQL from the database to the schema, and ends with 2, as npm starts it', async () => {
    const database = await createTestDatabase();
    await withClient(database.url, (client) =>
      client.query('ALTER TABLE public.origins DROP COLUMN added_at'),
    );
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url };
    await expect(run(process.execPath, [PROGRAM, 'diff'], { env, cwd: ROOT })).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/ALTER TABLE .*"origins" ADD COLUMN +"added_at"/),
    });
    await database.drop();
  });

  it('wants the migrations applied first', async () => {
    const database = await createEmptyDatabase();
    const { code, stderr } = await runDb({ DATABASE_URL: database.url }, 'diff');
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^apply \d+_\w+.* first: npm run db:migrate\n$/),
    ]);
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
  let release: Release;

  beforeAll(async () => {
    release = await releaseWith('20991231000000_novel', 'SELECT 1;');
  });

  afterAll(() => release.remove());

  it('leaves no timer that holds its process', async () => {
    const timers = (): number =>
      process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    const database = await createEmptyDatabase();
    const before = timers();
    await migrate(database.url);
    expect(timers()).toBe(before);
    await database.drop();
  });

  it('is refused while keys of the index are yet to be built, and goes on when they are', async () => {
    const database = await createTestDatabase();
    await withClient(database.url, (client) =>
      client.query(
        `INSERT INTO public.deferred_keys VALUES ('chain', 'curves_graduated_block_idx', 'CREATE INDEX')`,
      ),
    );
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url };
    const migrateByCommand = (): Promise<{ stdout: string }> =>
      run(process.execPath, [PROGRAM, 'migrate'], { env, cwd: release.root });
    await expect(migrateByCommand()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^20991231000000_novel: not while the index is read for the first time, 1 of its keys/,
      ),
    });
    // Those of a rebuild are in a schema that no migration changes.
    await withClient(database.url, (client) =>
      client.query(`UPDATE public.deferred_keys SET schema_name = 'chain_next'`),
    );
    expect((await migrateByCommand()).stdout).toContain('applied 20991231000000_novel');
    await database.drop();
  });

  it('names a database of before the first release, and does nothing to it', async () => {
    const database = await createTestDatabase();
    await withClient(database.url, (client) =>
      client.query(`UPDATE _prisma_migrations SET migration_name = '20261121000000_foundation'`),
    );
    expect(await runDb({ DATABASE_URL: database.url }, 'migrate')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^this database is of before the first release/),
    });
    await database.drop();
  });
});
