import { throwIt } from '../../../test/support/throw-it.js';
import { withClient } from '../../../test/support/pg-client.js';
import { OwnPostgres } from '../../../test/support/own-postgres.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { until } from '../../../test/support/until.js';
import { SessionLocks } from './session-locks.js';

describe('SessionLocks', () => {
  let database: TestDatabase;
  let ours: SessionLocks;
  let theirs: SessionLocks;
  const breaks: Error[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { url: database.url, role: 'slipway_webhooks' } as const;
    ours = new SessionLocks(settings, (error) => breaks.push(error));
    theirs = new SessionLocks(settings, throwIt);
  });

  afterAll(async () => {
    await Promise.all([ours.close(), theirs.close()]);
    await database.drop();
  });

  it('give a name to one at a time, in one process too', async () => {
    const taken = await Promise.all([ours.take('a'), ours.take('a'), ours.take('b')]);
    expect(taken).toEqual([true, false, true]);
    expect(await theirs.take('a')).toBe(false);
    await ours.release('a');
    expect(await theirs.take('a')).toBe(true);
    await theirs.release('a');
  });

  it('are given back when the connection breaks, and hold nothing then', async () => {
    expect(await ours.take('c')).toBe(true);
    await withClient(database.url, (client) =>
      client.query(
        // It returns when the process has ended: a connection breaks before its locks are free.
        `SELECT pg_terminate_backend(pid, 500000) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      ),
    );
    await until('the connection broke', () => breaks.length > 0);
    expect(ours.holds('c')).toBe(false);
    expect(await theirs.take('c')).toBe(true);
    expect(await ours.take('c')).toBe(false);
  });

  it('are taken again after a server that nobody could connect to', async () => {
    const server = await OwnPostgres.start({ synchronous_commit: 'on' });
    const locks = new SessionLocks({ url: server.url, role: 'slipway_webhooks' }, () => undefined);
    try {
      await server.stop('SIGQUIT');
      await expect(locks.take('d')).rejects.toThrow('ECONNREFUSED');
      await server.start();
      expect(await locks.take('d')).toBe(true);
    } finally {
      await locks.close();
      await server.remove();
    }
  });
});
