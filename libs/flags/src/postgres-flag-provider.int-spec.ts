import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { ErrorCode, OpenFeature, type Client } from '@openfeature/server-sdk';
import { openClient } from '../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { PostgresFlagProvider } from './postgres-flag-provider.js';
import { until } from '../../../test/support/until.js';

describe('PostgresFlagProvider', () => {
  let database: TestDatabase;
  let operator: pg.Client;
  let provider: PostgresFlagProvider;
  let client: Client;
  const errors: unknown[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    operator = await openClient(database.url);
    ({ provider, client } = await open(database.url));
  });

  afterAll(async () => {
    await provider.onClose();
    await operator.end();
    await database.drop();
  });

  async function open(url: string): Promise<{ provider: PostgresFlagProvider; client: Client }> {
    const opened = new PostgresFlagProvider({ url, role: 'slipway_api' }, (error) => errors.push(error));
    const domain = randomUUID();
    await OpenFeature.setProviderAndWait(domain, opened);
    return { provider: opened, client: OpenFeature.getClient(domain) };
  }

  async function set(name: string, enabled: boolean): Promise<void> {
    await operator.query(
      `INSERT INTO flags (name, enabled) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET enabled = $2`,
      [name, enabled],
    );
  }

  async function untilSaid(name: string, value: boolean, otherwise: boolean): Promise<void> {
    const isSaid = async () => (await client.getBooleanValue(name, otherwise)) === value;
    await until(`${name} is ${String(value)}`, isSaid);
  }

  it('says the default of what is not set', async () => {
    expect(await client.getBooleanDetails('claims', true)).toMatchObject({ value: true, reason: 'DEFAULT' });
    expect(await client.getBooleanValue('claims', false)).toBe(false);
    expect(provider.names()).toEqual([]);
  });

  it('hears of each change from the database itself, by any client', async () => {
    await set('claims', false);
    await untilSaid('claims', false, true);
    await set('claims', true);
    await untilSaid('claims', true, false);
    await operator.query(`DELETE FROM flags WHERE name = 'claims'`);
    await untilSaid('claims', false, false);
    await until('no flag is set', () => provider.names().length === 0);
  });

  it('finds a change whose notification was lost', async () => {
    await operator.query('ALTER TABLE flags DISABLE TRIGGER flags_announced');
    await set('search', false);
    await untilSaid('search', false, true);
    await operator.query('ALTER TABLE flags ENABLE TRIGGER flags_announced');
  });

  it('keeps what it knew while its connection is away, reports that, and comes back by itself', async () => {
    await set('search', false);
    await untilSaid('search', false, true);
    const reported = errors.length;
    await operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'slipway_api'`,
    );
    expect(await client.getBooleanValue('search', true)).toBe(false);
    await set('search', true);
    await untilSaid('search', true, false);
    expect(errors.length).toBeGreaterThan(reported);
  });

  it('starts without a database, and says the default until it has one', async () => {
    const gone = await createTestDatabase();
    await gone.drop();
    const waiting = await open(gone.url);
    expect(await waiting.client.getBooleanDetails('claims', true)).toMatchObject({
      value: true,
      errorCode: ErrorCode.PROVIDER_NOT_READY,
    });
    await waiting.provider.onClose();
  });

  it('has no flags but booleans', async () => {
    const details = [
      await client.getStringDetails('search', 'a'),
      await client.getNumberDetails('search', 1),
      await client.getObjectDetails('search', {}),
    ];
    for (const { errorCode } of details) expect(errorCode).toBe(ErrorCode.TYPE_MISMATCH);
  });

  it.each(['Claims', '', 'a_b', 'claims\n', `a${'b'.repeat(64)}`])(
    'cannot be given a flag named %j',
    async (name) => {
      await expect(set(name, true)).rejects.toMatchObject({ code: '23514' });
    },
  );
});
