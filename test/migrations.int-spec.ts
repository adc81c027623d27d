import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createEmptyDatabase, createTestDatabase } from './support/postgres.js';

const run = promisify(execFile);
const PROGRAM = path.resolve(import.meta.dirname, '../dist/apps/ops/src/db.js');

/** The program itself, as npm starts it. */
describe('npm run db:check', () => {
  it('finds that the migrations lead to what prisma/schema.prisma says', async () => {
    const database = await createTestDatabase();
    await expect(check(database.url)).resolves.toBe('schema.prisma and the migrations agree\n');
    await database.drop();
  });

  it('wants the migrations applied first', async () => {
    const database = await createEmptyDatabase();
    await expect(check(database.url)).rejects.toThrow(/apply \d+_\w+.* first: npm run db:migrate/);
    await database.drop();
  });
});

async function check(databaseUrl: string): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
  return (await run(process.execPath, [PROGRAM, 'check'], { env })).stdout;
}
