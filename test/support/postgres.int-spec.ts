import { openClient, withClient } from './pg-client.js';
import { createTestDatabase } from './postgres.js';

describe('createTestDatabase', () => {
  it('gives every suite a migrated database of its own', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const { rows } = await withClient(one.url, (client) =>
      client.query<{ count: number }>('select count(*)::int as count from _prisma_migrations'),
    );
    await Promise.all([one.drop(), other.drop()]);
    expect(one.url).not.toBe(other.url);
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  it('drops a database that a forgotten connection still uses', async () => {
    const database = await createTestDatabase();
    const client = await openClient(database.url);
    const cut = new Promise((resolve) => client.on('error', resolve));
    await database.drop();
    await expect(cut).resolves.toBeInstanceOf(Error);
  });
});
