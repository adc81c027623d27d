import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { connectionSettings, type DatabaseRole } from './pool.js';

describe('the roles of the database', () => {
  let database: TestDatabase;
  const pools: pg.Pool[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    for (const pool of pools) await pool.end();
    await database.drop();
  });

  function poolOf(role: DatabaseRole): pg.Pool {
    const pool = openPool(database.url, role);
    pools.push(pool);
    return pool;
  }

  it.each(['slipway_api', 'slipway_ops', 'slipway_webhooks'] as const)(
    'let %s read the tables and views of the chain, and change none',
    async (role) => {
      const pool = poolOf(role);
      const { rows } = await pool.query<{ name: string; isTable: boolean }>(
        `SELECT relname AS name, relkind = 'r' AS "isTable" FROM pg_class
        WHERE relnamespace = 'chain'::regnamespace AND relkind IN ('r', 'v')`,
      );
      expect(rows.length).toBeGreaterThan(40);
      for (const { name, isTable } of rows) {
        await expect(pool.query(`SELECT * FROM ${name} LIMIT 1`)).resolves.toBeDefined();
        for (const change of isTable ? [`DELETE FROM ${name}`, `TRUNCATE ${name}`, `DROP TABLE ${name}`] : [])
          await expect(pool.query(change)).rejects.toMatchObject({ code: '42501' });
      }
    },
  );

  it('let the API read what operators decide, and not decide it', async () => {
    const pool = poolOf('slipway_api');
    await expect(pool.query('SELECT * FROM hidden_apps')).resolves.toBeDefined();
    const insert = `INSERT INTO hidden_apps (token, reason) VALUES ('0x', 'no')`;
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '42501' });
    await expect(pool.query('UPDATE catalog SET revision = 7')).rejects.toMatchObject({ code: '42501' });
  });

  it('let the API read which sites are registered, and register none', async () => {
    const pool = poolOf('slipway_api');
    await expect(pool.query('SELECT * FROM origins')).resolves.toBeDefined();
    const insert = `INSERT INTO origins (origin) VALUES ('https://evil.example')`;
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '42501' });
    await expect(poolOf('slipway_ops').query(insert)).resolves.toBeDefined();
  });

  it('let the API read the flags, and switch none', async () => {
    const pool = poolOf('slipway_api');
    await expect(pool.query('SELECT * FROM flags')).resolves.toBeDefined();
    const insert = `INSERT INTO flags (name, enabled) VALUES ('claims', false)`;
    await expect(pool.query(insert)).rejects.toMatchObject({ code: '42501' });
    await expect(poolOf('slipway_ops').query(insert)).resolves.toBeDefined();
  });

  it.each([
    ['sign_in_nonces', ['slipway_ops', 'slipway_indexer']],
    // Operators back them up.
    ['revoked_tokens', ['slipway_indexer']],
  ] as const)('let %s be read by none of %j, and no row be changed', async (table, strangers) => {
    for (const role of strangers)
      await expect(poolOf(role).query(`SELECT * FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
    for (const change of [`UPDATE ${table} SET expires_at = now()`, `TRUNCATE ${table}`])
      for (const role of ['slipway_api', 'slipway_ops'] as const)
        await expect(poolOf(role).query(change)).rejects.toMatchObject({ code: '42501' });
  });

  it('let operators publish trees and change none, and the API read them', async () => {
    const ops = poolOf('slipway_ops');
    const api = poolOf('slipway_api');
    for (const table of ['programs', 'reward_trees', 'reward_allocations']) {
      await expect(api.query(`SELECT * FROM ${table}`)).resolves.toBeDefined();
      await expect(api.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
      await expect(ops.query(`DELETE FROM ${table}`)).rejects.toMatchObject({ code: '42501' });
    }
    const grow = `UPDATE reward_allocations SET amount = amount + 1`;
    await expect(ops.query(grow)).rejects.toMatchObject({ code: '42501' });
  });

  it('let the indexer read distributors and roots, and no allocation', async () => {
    const pool = poolOf('slipway_indexer');
    await expect(pool.query('SELECT id, distributor FROM programs')).resolves.toBeDefined();
    await expect(pool.query('SELECT program_id, root FROM reward_trees')).resolves.toBeDefined();
    await expect(pool.query('SELECT nodes FROM reward_trees')).rejects.toMatchObject({ code: '42501' });
    const read = 'SELECT * FROM reward_allocations';
    await expect(pool.query(read)).rejects.toMatchObject({ code: '42501' });
  });

  it("let the indexer own the chain's tables, and see nothing of the operators'", async () => {
    const pool = poolOf('slipway_indexer');
    await expect(pool.query('TRUNCATE trades')).resolves.toBeDefined();
    await expect(pool.query('SELECT * FROM hidden_apps')).rejects.toMatchObject({ code: '42501' });
  });

  it('bound every statement, lock and idle transaction in time', async () => {
    const pool = openPool(database.url, 'slipway_api', {});
    pools.push(pool);
    const { rows } = await pool.query<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings
      WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      idle_in_transaction_session_timeout: '10000',
      lock_timeout: '1000',
      statement_timeout: '2000',
    });
  });
});

describe('the checks of amounts', () => {
  it.each(['-1', 'NaN', '1e78'])('refuse %s', async (amount) => {
    const database = await createTestDatabase();
    const pool = openPool(database.url, 'slipway_indexer');
    const insert = `INSERT INTO balances (token_id, holder_id, holder_order, balance) VALUES (1, 2, 0, $1::numeric)`;
    await expect(pool.query(insert, [amount])).rejects.toThrow();
    await expect(pool.query(insert, [(2n ** 256n - 1n).toString()])).resolves.toBeDefined();
    await pool.end();
    await database.drop();
  });
});

/** A role's own settings, with longer limits, for a busy machine, than a request has. */
function openPool(
  url: string,
  role: DatabaseRole,
  limits: { statementTimeoutMs?: number } = { statementTimeoutMs: 300_000 },
): pg.Pool {
  const connection = connectionSettings({ url, role, ...limits });
  const settings = { ...connection, max: 1, connectionTimeoutMillis: 300_000 };
  // The database is dropped when the pool is ended, which its connection may still see.
  return new pg.Pool(settings).on('error', () => undefined);
}
