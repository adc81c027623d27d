import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { askForWriter } from '../../../../test/support/ask-for-writer.js';
import { OwnPostgres } from '../../../../test/support/own-postgres.js';
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
    // Again where the machine stood still at the end of it.
    await until('it beats meanwhile', async () => {
      const from = Date.now();
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockedMs);
      const to = Date.now();
      expect(to - from).toBeGreaterThanOrEqual(blockedMs - 10);
      // Asked before the loop turns again: what came later may be the loop's.
      const at = (await lastBeat())!;
      return at > from + blockedMs / 2 && at <= to;
    });
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
    await sleep(700);
    expect(await lastBeat()).toBe(before);
  });
});

describe('the writer, while a synchronous standby hangs', () => {
  let postgres: OwnPostgres;

  beforeAll(async () => {
    postgres = await OwnPostgres.start({ synchronous_commit: 'on' });
    const admin = await postgres.connect();
    // No standby has the name: what waits for one waits for ever.
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'away'`);
    await admin.query('SELECT pg_reload_conf()');
    await admin.end();
  });

  afterAll(() => postgres.remove());

  it('writes and shows its heartbeat, while what people decide waits', async () => {
    const api = await openClient(postgres.url, { query_timeout: 1_000 });
    let origins = 0;
    // Until a process of the server has read the settings, what is written waits for no standby.
    await until('what people decide waits', () =>
      api.query('INSERT INTO origins (origin) VALUES ($1)', [`https://a${(origins += 1)}.example`]).then(
        () => false,
        (error: unknown) => {
          expect(error).toMatchObject({ message: 'Query read timeout' });
          return true;
        },
      ),
    );

    const errors: Error[] = [];
    const writer = await askForWriter(postgres.url, (error) => errors.push(error));
    expect(writer?.epoch).toBe('1');
    const heartbeat = new Heartbeat(postgres.url, '1', (error) => errors.push(error));
    const readBeat = async (): Promise<number> => {
      const { rows } = await writer!.session.query<{ at: number }>(
        'SELECT extract(epoch FROM beat_at)::float8 AS at FROM index_writer',
      );
      return rows[0]?.at ?? 0;
    };
    const first = await readBeat();
    await until('it beats twice', async () => (await readBeat()) > first + 0.6);
    await heartbeat.stop();
    await writer!.session.end();
    await api.end();
    expect(errors).toEqual([]);
  });
});
