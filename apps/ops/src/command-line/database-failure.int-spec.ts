import { freePort } from '../../../../test/support/free-port.js';
import { createEmptyDatabase, createTestDatabase } from '../../../../test/support/postgres.js';
import { runOps } from '../../../../test/support/run-ops.js';

const AWAY = 'the database of DATABASE_URL cannot be reached';

/** Commands by Prisma's models, by node-postgres, by Prisma's raw queries, and one that waits. */
const COMMANDS = ['flags list', 'programs list', 'index status', 'index rebuild'];

describe('npm run ops -- without its database', () => {
  async function failures(url: string): Promise<string[]> {
    const results = await Promise.all(
      COMMANDS.map((command) => runOps({ DATABASE_URL: url }, ...command.split(' '))),
    );
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual(COMMANDS.map(() => [1, '']));
    return results.map(({ stderr }) => stderr);
  }

  it('says in one line that nothing listens', async () => {
    const port = await freePort();
    for (const line of await failures(`postgresql://ops:x@127.0.0.1:${port}/slipway`))
      expect(line).toMatch(new RegExp(`^${AWAY} \\(.*127\\.0\\.0\\.1:${port}\\)\\n$`));
  });

  it('says in one line that the login is refused, that there is no such database, or none of its tables', async () => {
    const database = await createTestDatabase();
    const empty = await createEmptyDatabase();
    const refused = new URL(database.url);
    refused.password = 'wrong';
    for (const line of await failures(refused.href))
      expect(line).toMatch(new RegExp(`^${AWAY} \\(.*\\)\\n$`));
    const missing = new URL(database.url);
    missing.pathname = '/no_such_database';
    for (const line of await failures(missing.href))
      expect(line).toMatch(/^the database of DATABASE_URL does not exist \(.*\)\n$/);
    for (const line of await failures(empty.url))
      expect(line).toMatch(
        /^the database of DATABASE_URL has not all migrations: npm run db:migrate \(.*\)\n$/,
      );
    await database.drop();
    await empty.drop();
  });
});
