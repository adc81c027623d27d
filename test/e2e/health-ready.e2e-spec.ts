import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaService } from '@slipway/database';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
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
        Array.from({ length: 50 }, async () => (await fetch(`${api.origin}/health/ready`)).status),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(prisma.$connections()).toEqual({ open: 2, idle: 0, waiting: 0 });
    } finally {
      release();
      await Promise.all(taken);
    }
  });
});
