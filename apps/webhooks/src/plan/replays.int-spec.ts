import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import * as sql from './plan.sql.js';

describe('a replay that is under way', () => {
  let database: IndexedDatabase;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_webhooks');
    await database.admin.query(
      `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute) VALUES ('ann', decode(repeat('ab', 32), 'hex'), 1, 1)`,
    );
  });

  afterAll(() => database.close());

  /** A subscription that began at block 283 and was told up to 300, and a replay of it up to there. */
  async function begin(finality: 'pending' | 'final', next: number): Promise<void> {
    await database.admin.query('DELETE FROM webhook_subscriptions');
    await database.admin.query(
      `WITH made AS (
        INSERT INTO webhook_subscriptions (builder, url, types, finality, secret_sealed, sequence, planned_block, created_at_block)
        VALUES ('ann', 'https://a.example.com/', '{trade}', $2, '\\x01', 0, 300, 283) RETURNING id
      ) INSERT INTO webhook_replays (subscription_id, next_block, to_block) SELECT id, $1, 300 FROM made`,
      [next, finality],
    );
  }

  const replayDue = async (): Promise<sql.Due | undefined> =>
    (await database.prisma.$runAtPrimary(sql.DUE, 300, 236)).find(({ replay }) => replay !== null);

  /** The range that is told again next. */
  async function nextRange(fork: number, next: number): Promise<{ after: number; upTo: number }> {
    await begin('pending', next);
    for (const statement of sql.GO_BACK) await database.prisma.$runAtPrimary(statement, fork);
    const { after, upTo } = (await replayDue())!;
    return { after, upTo };
  }

  it('goes on below a reorganisation, up to it', async () => {
    expect(await nextRange(295, 290)).toEqual({ after: 289, upTo: 294 });
  });

  it('waits for final blocks where pending ones were told before', async () => {
    await begin('final', 230);
    expect(await replayDue()).toMatchObject({ after: 229, upTo: 236 });
    await begin('final', 237);
    expect(await replayDue()).toBeUndefined();
  });

  it('has nothing left of what was undone: that is told anew', async () => {
    const { after, upTo } = await nextRange(285, 290);
    expect(after).toBeGreaterThanOrEqual(upTo);
  });

  it('never begins before its subscription', async () => {
    const { after, upTo } = await nextRange(240, 290);
    expect(after).toBeGreaterThanOrEqual(upTo);
  });
});
