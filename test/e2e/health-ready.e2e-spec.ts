import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaService } from '@slipway/database';
import { askAgain } from '../support/ask-again.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { until } from '../support/until.js';
import { startApi, type RunningApi } from '../support/running-api.js';

describe('GET /health/ready', () => {
  let database: TestDatabase;
  let api: RunningApi;

  beforeAll(async () => {
    database = await createTestDatabase();
    await withClient(database.url, (writer) =>
      writer.query(`INSERT INTO chain.head (block_number, block_hash, block_time, level_at)
      VALUES (7, decode(repeat('07', 32), 'hex'), now(), now() + interval '1 hour')`),
    );
    api = await startApi(database.url, { databasePoolSize: 2 });
  });

  afterAll(async () => {
    await api.close();
    await database.drop();
  });

  it('is 200 while every connection of the pool is taken', async () => {
    const prisma = api.app.get(PrismaService, { strict: false });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const taken = [prisma.$inSnapshot(() => released), prisma.$inSnapshot(() => released)];
    try {
      // Longer than a result is good for: the database is asked while the pool is full.
      await sleep(1_100);
      const statuses = await Promise.all(
        // A busy machine may keep the database from responding in time, for a moment; the pool is full all the while.
        Array.from({ length: 50 }, () =>
          askAgain(
            async () => (await ready()).status,
            (status) => status,
            5_000,
          ),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(prisma.$connections()).toEqual({ open: 2, idle: 0, waiting: 0 });
    } finally {
      release();
      await Promise.all(taken);
    }
  });

  async function ready(of = api): Promise<{ status: number; body: string }> {
    const response = await fetch(`${of.origin}/health/ready`);
    return { status: response.status, body: await response.text() };
  }

  it('is 200 with a warning while the index lags; 503 where the settings say so', async () => {
    const strict = await startApi(database.url, { readyMaxLagSeconds: 30 });
    try {
      await until('it is ready', async () => (await ready(strict)).status === 200);
      await withClient(database.url, (writer) =>
        writer.query(`UPDATE chain.head SET level_at = now() - interval '2 minutes'`),
      );
      await until('an instance knows', async () => {
        const { status, body } = await ready();
        return status === 200 && body.includes('"indexer_lagging"');
      });
      await until('the strict one refuses for it alone', async () => {
        const { status, body } = await ready(strict);
        return status === 503 && body.includes('"reasons":["indexer_lagging"]');
      });
    } finally {
      await strict.close();
    }
  });

  it('is 503 where an instance cannot read the head, though its database responds', async () => {
    await withClient(database.url, async (owner) => {
      await owner.query('REVOKE SELECT ON public.index_writer FROM slipway_api');
      const isKnown = async (): Promise<boolean> =>
        (await ready()).body.includes('"reasons":["index_unread"]');
      await until('it is known', isKnown, 20_000);
      await owner.query('GRANT SELECT ON public.index_writer TO slipway_api');
      await until('it reads again', async () => (await ready()).status === 200);
    });
  });
});
