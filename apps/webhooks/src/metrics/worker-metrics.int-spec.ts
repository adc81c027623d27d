import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { FIGURES } from './figures.sql.js';
import { WorkerMetrics } from './worker-metrics.js';

const FINALITY_BLOCKS = 4;

/** The newest final block is so far behind the head. */
const FINAL_AFTER = FINALITY_BLOCKS + 1;

describe('the metrics of webhooks', () => {
  let database: IndexedDatabase;
  const metrics = new WorkerMetrics(() => database.prisma.$runAtPrimary(FIGURES, FINALITY_BLOCKS));

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_webhooks');
    await database.admin.query(
      `INSERT INTO builders (name, key_hash, read_per_minute, heavy_per_minute) VALUES ('ann', decode(repeat('ab', 32), 'hex'), 1, 1)`,
    );
  });

  afterAll(() => database.close());

  /** @param planned blocks back from the head */
  async function subscribe(finality: string, planned: number, sequence: number): Promise<string> {
    const { rows } = await database.admin.query<{ id: string }>(
      `INSERT INTO webhook_subscriptions (builder, url, types, finality, secret_sealed, sequence, planned_block, created_at_block)
        SELECT 'ann', 'https://a.example.com/', '{trade}', $1, '\\x01', $3, block_number - $2::int, 1 FROM head RETURNING id`,
      [finality, planned, sequence],
    );
    return rows[0]!.id;
  }

  /** @param due seconds ago @param delivered seconds ago; null while it waits */
  async function deliver(id: string, sequence: number, due: number, delivered: number | null): Promise<void> {
    await database.admin.query(
      `INSERT INTO webhook_deliveries (subscription_id, sequence, message_id, type, block_number, content_id, beginning, places,
          next_attempt_at, delivered_at)
        SELECT $1, $2, 'msg_1', 'block', 1, CASE WHEN at IS NULL THEN gen_random_uuid() END, CASE WHEN at IS NULL THEN '{' END,
          CASE WHEN at IS NULL THEN ARRAY[1] END, now() - $3 * interval '1 second', at
        FROM (SELECT now() - $4 * interval '1 second' AS at) d`,
      [id, sequence, due, delivered],
    );
  }

  async function figures(): Promise<Record<string, number>> {
    const lines = (await metrics.render()).split('\n').filter((line) => line.startsWith('slipway_webhook_'));
    return Object.fromEntries(
      lines.map((line) => {
        const [, name = '', value] = /^slipway_webhook_(\S+) (\S+)$/.exec(line) ?? [];
        return [name.replaceAll('"', ''), Number(value)];
      }),
    );
  }

  it('say that there are no subscriptions', async () => {
    const found = Object.values(await figures());
    expect(found).toHaveLength(10);
    expect(found.every((figure) => figure === 0)).toBe(true);
  });

  it('say how all subscriptions stand, by their finality', async () => {
    await subscribe('pending', 0, 0);
    await subscribe('final', FINAL_AFTER, 0);
    await subscribe('final', FINAL_AFTER + 3, 0);
    // Waits for its second attempt, which is not due.
    await deliver(await subscribe('pending', 0, 1), 1, -60, null);
    // Has three in its queue; the one before was delivered ten seconds ago.
    const queue = await subscribe('pending', 500, 4);
    await deliver(queue, 1, 900, 10);
    for (const sequence of [2, 3, 4]) await deliver(queue, sequence, 900, null);
    const paused = await subscribe('pending', 700, 9);
    await deliver(paused, 9, 5_000, null);
    await database.admin.query(
      `UPDATE webhook_subscriptions SET paused_reason = 'x', paused_at = now() WHERE id = $1`,
      [paused],
    );
    const found = await figures();
    expect(found['overdue_seconds{finality=pending}']).toBeGreaterThanOrEqual(10);
    expect(found['overdue_seconds{finality=pending}']).toBeLessThan(900);
    expect(found).toMatchObject({
      'subscriptions{finality=pending,status=active}': 3,
      'subscriptions{finality=pending,status=paused}': 1,
      'subscriptions{finality=final,status=active}': 2,
      'waiting{finality=pending}': 4,
      'waiting{finality=final}': 0,
      'overdue_seconds{finality=final}': 0,
      'blocks_behind{finality=pending}': 0,
      'blocks_behind{finality=final}': 3,
    });
  });

  it('count attempts by their result', async () => {
    const sent = { code: 200, answer: '', ms: 1 };
    for (const failure of [null, null, 'status', 'timeout'] as const) metrics.observe({ ...sent, failure });
    expect(await figures()).toMatchObject({
      'attempts_total{result=delivered}': 2,
      'attempts_total{result=status}': 1,
      'attempts_total{result=timeout}': 1,
    });
  });

  it('leave out the subscriptions while the database is away', async () => {
    const away = new WorkerMetrics(() => Promise.reject(new Error('away')));
    expect(await away.render()).not.toMatch(/^slipway_webhook_subscriptions\{/m);
  });
});
