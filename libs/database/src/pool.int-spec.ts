import type pg from 'pg';
import { openClient } from '../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { until } from '../../../test/support/until.js';
import { createPool } from './pool.js';

describe('createPool', () => {
  let database: TestDatabase;
  let admin: pg.Client;
  let pool: pg.Pool;
  const errors: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = await openClient(database.url);
    const limits = { statementTimeoutMs: 300_000, poolTimeoutMs: 300_000 };
    pool = createPool({ url: database.url, role: 'slipway_api', size: 1, ...limits }, ({ message }) => {
      errors.push(message);
    });
  });

  beforeEach(() => {
    errors.length = 0;
  });

  afterAll(async () => {
    await admin.end();
    await database.drop();
  });

  async function endConnections(): Promise<void> {
    const { rows } = await admin.query<{ ended: boolean }>(
      `SELECT pg_terminate_backend(pid, 500000) AS ended FROM pg_stat_activity
      WHERE application_name = 'slipway_api' AND datname = current_database()`,
    );
    expect(rows).toEqual([{ ended: true }]);
  }

  it('commits synchronously, whatever the server does by itself', async () => {
    const show = 'SHOW synchronous_commit';
    const server = (await admin.query<{ synchronous_commit: string }>(show)).rows[0];
    expect([server?.synchronous_commit, (await pool.query(show)).rows[0]]).toEqual([
      'off',
      { synchronous_commit: 'on' },
    ]);
  });

  it('tells of an idle connection that broke, and replaces it', async () => {
    await pool.query('SELECT 1');
    await endConnections();
    await until('an error is told', () => Promise.resolve(errors.length > 0));
    await expect(pool.query('SELECT 1')).resolves.toBeDefined();
    expect(errors[0]).toBe('terminating connection due to administrator command');
  });

  it('tells of a connection that broke between the statements of a transaction, whose next one fails', async () => {
    const client = await pool.connect();
    await client.query('BEGIN');
    await endConnections();
    await until('an error is told', () => Promise.resolve(errors.length > 0));
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    await expect(pool.query('SELECT 1')).resolves.toBeDefined();
    expect(errors[0]).toBe('terminating connection due to administrator command');
  });

  it('is silent about connections that break when it is ended already', async () => {
    const client = await pool.connect();
    const ended = pool.end();
    const broken = new Promise((resolve) => client.once('error', resolve));
    await endConnections();
    await broken;
    client.release(true);
    await ended;
    expect(errors).toEqual([]);
  });
});
