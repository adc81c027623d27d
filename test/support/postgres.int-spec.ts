import pg from 'pg';
import { createTestDatabase } from './postgres.js';

describe('createTestDatabase', () => {
  it('gives every suite a migrated database of its own', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const client = new pg.Client({ connectionString: one.url });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from _prisma_migrations',
    );
    await client.end();
    await Promise.all([one.drop(), other.drop()]);
    expect(one.url).not.toBe(other.url);
    expect(rows[0]?.count).toBeGreaterThan(0);
  });

  it('drops a database that a forgotten connection still uses', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    const cut = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await database.drop();
    await expect(cut).resolves.toBeInstanceOf(Error);
  });
});
