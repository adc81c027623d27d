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

  /** The range that is told again next, of a subscription that began at block 283 and was told up to 300. */
  async function nextRange(fork: number, next: number): Promise<{ after: number; upTo: number }> {
    await database.admin.query('DELETE FROM webhook_subscriptions');
    await database.admin.query(
      `WITH made AS (
        INSERT INTO webhook_subscriptions (builder, url, types, finality, secret_sealed, sequence, planned_block, created_at_block)
        VALUES ('ann', 'https://a.example.com/', '{trade}', 'pending', '\\x01', 0, 300, 283) RETURNING id
      ) INSERT INTO webhook_replays (subscription_id, next_block, to_block) SELECT id, $1, 300 FROM made`,
      [next],
    );
    for (const statement of sql.GO_BACK) await database.prisma.$runAtPrimary(statement, fork);
    const due = await database.prisma.$runAtPrimary(sql.DUE, 300, 236);
    const { after, upTo } = due.find(({ replay }) => replay !== null)!;
    return { after, upTo };
  }

  it('goes on below a reorganisation, up to it', async () => {
    expect(await nextRange(295, 290)).toEqual({ after: 289, upTo: 294 });
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
