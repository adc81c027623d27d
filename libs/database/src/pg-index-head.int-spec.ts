import type pg from 'pg';
import { openClient } from '../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/postgres.js';
import { PgIndexHead, HEAD_CHANNEL } from './pg-index-head.js';
import { until } from '../../../test/support/until.js';

describe('PgIndexHead', () => {
  let database: TestDatabase;
  let indexer: pg.Client;
  let indexHead: PgIndexHead;
  const errors: unknown[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    indexer = await openClient(database.url);
    indexHead = new PgIndexHead({ url: database.url, role: 'slipway_api' }, (error) => errors.push(error));
    await indexHead.start();
  });

  afterAll(async () => {
    await indexHead.stop();
    await indexer.end();
    await database.drop();
  });

  async function moveHead(block: number, levelAt: Date, notify = true): Promise<void> {
    await indexer.query(
      `INSERT INTO chain.head (block_number, block_hash, block_time, level_at) VALUES ($1, $2, now(), $3)
      ON CONFLICT (id) DO UPDATE SET block_number = $1, block_hash = $2, level_at = $3`,
      [block, Buffer.alloc(32, block), levelAt],
    );
    if (notify) await indexer.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, String(block)]);
  }

  const untilBlock = (block: bigint) => until(`block ${block}`, () => indexHead.current()?.block === block);

  /** Reads the head until it is another; once, unless the server takes longer than a read may. */
  const untilOther = (known: ReadonlySet<string | undefined>) =>
    until('another version', async () => {
      await indexHead.refresh();
      return !known.has(indexHead.current()?.version);
    });

  it('knows no head before the first block, and hears of each by NOTIFY', async () => {
    expect(indexHead.current()).toBeNull();
    await moveHead(1, new Date());
    await untilBlock(1n);
    await moveHead(2, new Date());
    await untilBlock(2n);
  });

  it('finds a head whose notification was lost', async () => {
    await moveHead(3, new Date(), false);
    await untilBlock(3n);
  });

  it("gives another version for another block, after operators' changes, and when the index lags", async () => {
    const versions = new Set([indexHead.current()?.version]);
    await moveHead(4, new Date());
    await untilBlock(4n);
    versions.add(indexHead.current()?.version);
    await indexer.query('UPDATE catalog SET revision = revision + 1');
    await untilOther(versions);
    versions.add(indexHead.current()?.version);
    expect(indexHead.current()?.isLagging).toBe(false);
    await moveHead(4, new Date(Date.now() - 61_000));
    await untilOther(versions);
    expect(indexHead.current()?.isLagging).toBe(true);
    versions.add(indexHead.current()?.version);
    expect(versions.size).toBe(4);
  });

  it('knows no head of an index that was never level: it is being built', async () => {
    await moveHead(4, new Date(0));
    await until('there is none', async () => {
      await indexHead.refresh();
      return indexHead.current() === null;
    });
  });

  it('keeps the last head while its connection is away, reports that, and comes back by itself', async () => {
    await moveHead(5, new Date());
    await untilBlock(5n);
    const reported = errors.length;
    await indexer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'slipway_api'`,
    );
    expect(indexHead.current()?.block).toBe(5n);
    await moveHead(6, new Date());
    await untilBlock(6n);
    expect(errors.length).toBeGreaterThan(reported);
  });
});
