import type pg from 'pg';
import { askForWriter } from './support/ask-for-writer.js';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';
import { beat } from '../apps/indexer/src/leadership/writer-terms.js';
import { moveHead } from '../apps/indexer/src/tables/head.js';
import type { WriterTerm } from '../apps/indexer/src/leadership/writer-connection.js';
import { setFailing } from '../apps/indexer/src/leadership/writer-status.js';

/** The silences that are tried are a second at least from the waits. */
const SOON_MS = 900;

describe('leader election', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let writer: WriterTerm;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    writer = (await open())!;
    await advance(100);
  });

  afterEach(async () => {
    await writer.session.end().catch(() => undefined);
    await client.end();
    await database.drop();
  });

  const open = (): Promise<WriterTerm | null> => askForWriter(database.url);

  const advance = (block: number): Promise<void> =>
    moveHead(writer.session, { number: block, hash: `0x${'00'.repeat(32)}`, timestamp: block }, null);

  /** Lets so long pass without a heartbeat, and the standby look; once more, as if it had not, when its look took long. */
  async function standByAfter(seconds: number): Promise<WriterTerm | null> {
    await client.query('CREATE TEMP TABLE before AS SELECT * FROM index_writer');
    for (;;) {
      const began = performance.now();
      await client.query(
        `UPDATE index_writer w SET epoch = b.epoch, beat_at = clock_timestamp() - make_interval(secs => $1), term_head = b.term_head,
          idle_terms = b.idle_terms, failing_block = b.failing_block, failure = b.failure, failing_since = b.failing_since
        FROM before b`,
        [seconds],
      );
      const successor = await open();
      if (performance.now() - began < SOON_MS) {
        await client.query('DROP TABLE before');
        return successor;
      }
      writer = successor ?? writer;
    }
  }

  /** Writers come and go, and none moves the head. */
  async function beIdle(terms: number): Promise<void> {
    for (let term = 0; term < terms; term += 1) {
      await writer.session.end();
      writer = (await open())!;
    }
  }

  /** @returns the longest silence, of some, after which the writer is still left alone */
  async function longestSilence(): Promise<number> {
    for (const seconds of [3, 5, 9, 17, 33, 65]) {
      const successor = await standByAfter(seconds);
      if (successor !== null) {
        writer = successor;
        return seconds;
      }
    }
    throw new Error('it is never replaced');
  }

  it('replaces a writer of a sound index after 4 seconds without a heartbeat', async () => {
    for (let block = 101; block < 104; block += 1) {
      expect(await longestSilence()).toBe(5);
      expect(writer).toMatchObject({ idleTerms: 0, failingBlock: null });
      await advance(block);
    }
  });

  it('waits twice as long after each writer that did not move the head, up to 64 seconds', async () => {
    const silences: number[] = [];
    for (let term = 0; term < 7; term += 1) silences.push(await longestSilence());
    expect(silences).toEqual([5, 9, 17, 33, 65, 65, 65]);
    expect(writer).toMatchObject({ idleTerms: 6, failingBlock: '101', epoch: '8' });
    await advance(101);
    expect(await longestSilence()).toBe(5);
    expect(writer).toMatchObject({ idleTerms: 0, failingBlock: null });
  });

  it('takes a free lock at once, however many writers did not move the head', async () => {
    await beIdle(5);
    expect(writer).toMatchObject({ idleTerms: 4, failingBlock: '101' });
  });

  it('leaves a writer that shows its heartbeat', async () => {
    // The others wait for a minute then.
    await beIdle(5);
    await client.query(`UPDATE index_writer SET beat_at = now() - interval '2 minutes'`);
    expect(await beat(writer.session, writer.epoch)).toBe(true);
    expect(await open()).toBeNull();
  });

  it('says since when which block fails, until it is indexed', async () => {
    const failing = async (): Promise<unknown> =>
      (await client.query('SELECT failing_block, failure, failing_since FROM index_writer')).rows[0];
    await setFailing(writer, { block: 101, failure: 'Error: one' });
    const first = (await failing()) as { failing_since: Date };
    expect(first).toMatchObject({ failing_block: '101', failure: 'Error: one' });
    await setFailing(writer, { block: 101, failure: 'Error: other' });
    expect(await failing()).toEqual({ ...first, failure: 'Error: other' });
    await setFailing(writer, null);
    expect(await failing()).toEqual({ failing_block: null, failure: null, failing_since: null });
  });
});
