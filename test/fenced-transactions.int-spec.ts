import type pg from 'pg';
import { askForWriter } from './support/ask-for-writer.js';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { until } from './support/until.js';
import { Session } from '../apps/indexer/src/postgres/session.js';
import type { WriterTerm } from '../apps/indexer/src/leadership/writer-connection.js';
import { FencedError, inTransaction, type Writer } from '../apps/indexer/src/postgres/transaction.js';
import { beat } from '../apps/indexer/src/leadership/writer-terms.js';

describe('the right to write the index', () => {
  let database: TestDatabase;
  let other: pg.Client;
  let writer: Writer;

  beforeEach(async () => {
    database = await createTestDatabase();
    other = await openClient(database.url);
    writer = (await askForWriter(database.url))!;
  });

  afterEach(async () => {
    await writer.session.end();
    await other.end();
    await database.drop();
  });

  const write = (): Promise<unknown> =>
    inTransaction(writer, () => writer.session.query(`INSERT INTO blocks VALUES (1, '\\x01')`));

  it('is one connection’s: another asks in vain while its heartbeat goes on, and has it when that ends', async () => {
    await other.query(`UPDATE index_writer SET beat_at = now() + interval '1 hour'`);
    expect(await askForWriter(database.url)).toBeNull();
    await write();
    await writer.session.end();
    const successor = await askForWriter(database.url);
    expect(Number(successor!.epoch)).toBe(Number(writer.epoch) + 1);
    await successor!.session.end();
  });

  it('ends with its epoch, whatever the connection still holds', async () => {
    await other.query('UPDATE index_writer SET epoch = epoch + 1');
    await expect(write()).rejects.toThrow(FencedError);
    expect((await other.query('SELECT FROM chain.blocks')).rowCount).toBe(0);
    expect(await beat(new Session(other), writer.epoch)).toBe(false);
  });

  it('lets the heartbeat through during a transaction, and no other process raise the epoch', async () => {
    await inTransaction(writer, async () => {
      expect(await beat(new Session(other), writer.epoch)).toBe(true);
      await other.query(`SET lock_timeout = '100ms'`);
      await expect(other.query('UPDATE index_writer SET epoch = epoch + 1')).rejects.toThrow(/lock timeout/);
    });
  });

  it('is taken from one that has gone silent, whose connections are ended', async () => {
    await other.query(`UPDATE index_writer SET beat_at = now() - interval '1 minute'`);
    // A server that is slow to end them has another ask again.
    const successors: WriterTerm[] = [];
    await until('it is taken', async () => {
      const successor = await askForWriter(database.url);
      return successor !== null && successors.push(successor) > 0;
    });
    await expect(write()).rejects.toThrow(/terminat|connection|not queryable/i);
    await successors[0]!.session.end();
  });
});
