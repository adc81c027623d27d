import type pg from 'pg';
import { openClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { until } from '../../../../test/support/until.js';
import { Heartbeat } from './heartbeat.js';

describe('Heartbeat', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let heartbeat: Heartbeat;
  const errors: Error[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    await client.query('UPDATE index_writer SET epoch = 7, beat_at = NULL');
    heartbeat = new Heartbeat(database.url, '7', (error) => errors.push(error));
    await until('it beats', async () => (await lastBeat()) !== null);
  });

  afterEach(async () => {
    await heartbeat.stop();
    await client.end();
    await database.drop();
  });

  async function lastBeat(): Promise<number | null> {
    const { rows } = await client.query<{ at: number | null }>(
      'SELECT extract(epoch FROM beat_at)::float * 1000 AS at FROM index_writer',
    );
    return rows[0]?.at ?? null;
  }

  it('goes on while a batch keeps the event loop busy', async () => {
    const blockedMs = 3_000;
    const from = Date.now();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
    const to = Date.now();
    // Asked before the loop turns again.
    expect(await lastBeat()).toBeGreaterThan(from + blockedMs / 2);
    expect(to - from).toBeGreaterThanOrEqual(blockedMs - 10);
  });

  it('tells of a connection that broke, and opens another', async () => {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await until('it is told', () => errors.length > 0);
    const before = (await lastBeat())!;
    await until('it beats again', async () => (await lastBeat())! > before + 500);
  });

  it('shows nothing after its end', async () => {
    await heartbeat.stop();
    const before = await lastBeat();
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(await lastBeat()).toBe(before);
  });
});
