import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { SilentProxy } from '../../../test/support/silent-proxy.js';
import { until } from '../../../test/support/until.js';
import { DatabaseProbe } from './database-probe.js';

/** A busy machine may take longer than a probe waits. */
const responds = (probe: DatabaseProbe): Promise<boolean> =>
  probe.ping().then(
    () => true,
    () => false,
  );

describe('DatabaseProbe', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(async () => {
    await database.drop();
  });

  it('asks at most once a second, on one connection', async () => {
    const probe = new DatabaseProbe({ url: database.url, role: 'slipway_api' });
    await until('it is connected', () => responds(probe));
    const asked = jest.spyOn(pg.Client.prototype, 'query');
    const connected = jest.spyOn(pg.Client.prototype, 'connect');
    const began = performance.now();
    while (performance.now() - began < 2_500 || asked.mock.calls.length < 2)
      await Promise.all([...Array.from({ length: 50 }, () => probe.ping()), sleep(20)]);
    const most = 1 + Math.floor((performance.now() - began) / 1_000);
    expect(asked.mock.calls.length).toBeLessThanOrEqual(most);
    expect(connected).not.toHaveBeenCalled();
    jest.restoreAllMocks();
    await probe.stop();
  });

  it('rejects soon when the server says nothing, before and after it is connected', async () => {
    const proxy = await SilentProxy.start(database.url);
    const [connected, fresh] = ['slipway_api', 'slipway_api'].map(
      () => new DatabaseProbe({ url: proxy.url, role: 'slipway_api' }),
    ) as [DatabaseProbe, DatabaseProbe];
    await until('it is connected', () => responds(connected));
    proxy.silence();
    await sleep(1_000);
    for (const probe of [connected, fresh]) {
      const began = performance.now();
      await expect(probe.ping()).rejects.toThrow();
      expect(performance.now() - began).toBeLessThan(6_000);
    }
    await Promise.all([connected.stop(), fresh.stop()]);
    await proxy.stop();
  });
});
