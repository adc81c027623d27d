import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { withClient } from './support/pg-client.js';
import { createEmptyDatabase, createTestDatabase } from './support/postgres.js';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const PROGRAM = path.join(ROOT, 'dist/apps/ops/src/db.js');

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

async function diff(databaseUrl: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
  return (await run(process.execPath, [PROGRAM, 'diff'], { env })).stdout;
}
