import type pg from 'pg';
import { openClient } from '../../../../test/support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/postgres.js';
import { seededRandom } from '../../../../test/support/market-activity.js';
import { trials } from '../../../../test/support/trials.js';
import { emptyRows, type Rows, type TradeRow } from '../decode/rows.js';
import { makeEmpty } from '../postgres/merge-rows.js';
import { Session } from '../postgres/session.js';
import { advanceStats, rebuildWindows } from './app-stats.js';
import { CHANGED, CHANGED_COLUMNS, noteChangedApps } from './changed-apps.js';

/** What grows with the apps shows as well with a third of them. */
const MANY = trials(100_000, 300_000);
const HOUR = 3_600_000;
/** A time at which an epoch begins. It is a multiple of any number of days that weights could be relative to. */
const BORDER = new Date(28 * 24 * HOUR * 736);
const NOTHING: Rows = emptyRows();

/** Each app's weighted volume of the 24 hours that end at $1, from all its trades: in the order that apps rank in. */
const RECOUNTED = `
  SELECT s.token_id, coalesce(sum(platform_amount * oracle_price * decay_weight(time, decay_epoch($1) - 8)), 0) AS weighted
  FROM app_stats s LEFT JOIN (trades JOIN block_times ON number = block_number AND time > $1::timestamptz - interval '24 hours')
    ON trades.token_id = s.token_id
  GROUP BY s.token_id`;

/** Apps whose place in the order of ranks is not that of the recount. */
const MISPLACED = `
  SELECT (count(*) FILTER (WHERE is_misplaced))::int AS misplaced, max(weighted) > 0 AS is_traded FROM (
    SELECT weighted, rank() OVER (ORDER BY weighted) <> rank() OVER (ORDER BY trending)
      OR (trending = 0) <> (weighted = 0) AS is_misplaced
    FROM app_stats JOIN (${RECOUNTED}) recounted USING (token_id)
  ) places`;

const STATE = 'SELECT token_id, trending, trending_sum, trending_epoch FROM app_stats ORDER BY token_id';

describe('the rank of apps that trend', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let session: Session;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    session = new Session(client);
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  async function insertApps(apps: number): Promise<void> {
    await client.query(
      `INSERT INTO app_stats (token_id, creator_id, first_bytes, launch_block, launch_log_index, platform_reserve, token_reserve, priced_at)
      SELECT i, 0, i, i, 0, 1, 1, to_timestamp(0) FROM generate_series(1, $1::int) i`,
      [apps],
    );
  }

  async function rebuildAll(at: Date): Promise<void> {
    await makeEmpty(session, CHANGED, '', CHANGED_COLUMNS);
    await client.query(`INSERT INTO ${CHANGED} SELECT token_id FROM app_stats; ANALYZE ${CHANGED}`);
    await rebuildWindows(session, at);
  }

  it('is in the order of sums, next to powers of two as well, and the same whatever epoch they are relative to', async () => {
    const { rows } = await client.query<{ sums: number; disordered: number; moved: number }>(`
      SELECT count(*)::int AS sums, (count(*) FILTER (WHERE rank <= before))::int AS disordered,
        (count(*) FILTER (WHERE EXISTS (SELECT FROM unnest(ARRAY[1, 62, 63, 112]) by WHERE rank <> decay_rank(decay_shift(total, by), -by)
          OR total <> decay_shift(decay_shift(total, by), -by))))::int AS moved
      FROM (
        SELECT total, rank, lag(rank) OVER (ORDER BY total) AS before FROM (
          SELECT DISTINCT total, decay_rank(total, 0) AS rank
          FROM generate_series(0, 600) n CROSS JOIN LATERAL (
            VALUES (round(2::numeric ^ n)), (round(2::numeric ^ n * (1 - 1e-27))), (round(2::numeric ^ n * (1 + 1e-27))),
              (round(2::numeric ^ n * 1.5))
          ) totals (total)
        ) ranks
      ) ordered`);
    expect(rows).toEqual([{ sums: expect.any(Number) as number, disordered: 0, moved: 0 }]);
    expect(rows[0]!.sums).toBeGreaterThan(2_000);
    const { rows: none } = await client.query('SELECT decay_rank(0, 80000)::text AS rank');
    expect(none).toEqual([{ rank: '0' }]);
  });

  it('is that of a recount after each step, and of a rebuild, while trades come, fall out and pause', async () => {
    const random = seededRandom(18);
    const below = (bound: number): number => Math.floor(random() * bound);
    await insertApps(20);
    let block = 0;
    let time = BORDER.getTime() - 40 * HOUR;
    await client.query('INSERT INTO block_times VALUES (0, $1)', [new Date(time)]);
    const found = { traded: 0, quiet: 0 };
    for (let step = 0; step < 150; step += 1) {
      const from = { blockNumber: block, time: new Date(time) };
      const trades: TradeRow[] = [];
      for (let i = below(4); i >= 0; i -= 1) {
        block += 1;
        time += Math.floor(random() ** 6 * 30 * HOUR);
        const oraclePrice = random() < 0.1 ? null : String(1 + below(1e9));
        await client.query('INSERT INTO block_times VALUES ($1, $2, $3)', [
          block,
          new Date(time),
          oraclePrice,
        ]);
        if (random() < 0.3) continue;
        const token = 1 + below(20);
        trades.push({ token: String(token), blockNumber: block } as unknown as TradeRow);
        await client.query(
          `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
          VALUES ($1, 0, $2, 1, true, false, $3::numeric, 0, 1, '\\x00')`,
          [block, token, `${1 + below(1e6)}${'0'.repeat(below(20))}1`],
        );
      }
      const to = { blockNumber: block, time: new Date(time) };
      await client.query('BEGIN');
      const ids = trades.map((trade) => Number(trade.token));
      await noteChangedApps(session, ids, from.time, to.time);
      await advanceStats(session, { ...NOTHING, trades }, [], Number, from, to);
      await client.query('COMMIT');
      const { rows } = await client.query<{ misplaced: number; is_traded: boolean }>(MISPLACED, [to.time]);
      expect([step, rows[0]!.misplaced]).toEqual([step, 0]);
      found[rows[0]!.is_traded ? 'traded' : 'quiet'] += 1;
      const { rows: advanced } = await client.query(STATE);
      await client.query('BEGIN');
      await rebuildAll(to.time);
      expect(advanced).toEqual((await client.query(STATE)).rows);
      await client.query('ROLLBACK');
    }
    expect(found).toEqual({ traded: expect.any(Number) as number, quiet: expect.any(Number) as number });
    expect(Math.min(found.traded, found.quiet)).toBeGreaterThan(3);
  });

  it('has weights that are integers, and double in six hours as far as a sum reaches', async () => {
    const { rows } = await client.query<{ weight: string; doubles: boolean }>(
      `SELECT weight::text, lead(weight) OVER (ORDER BY hours) = 2 * weight AS doubles FROM (
        SELECT hours, decay_weight($1::timestamptz + hours * interval '1 hour', decay_epoch($1)) AS weight
        FROM generate_series(-24, 48, 6) hours
      ) weights ORDER BY hours`,
      [new Date(BORDER.getTime() + 7 * 60_000)],
    );
    expect(rows).toHaveLength(13);
    expect(rows.slice(0, -1).every(({ doubles }) => doubles)).toBe(true);
    expect(rows.filter(({ weight }) => !/^\d+$/.test(weight))).toEqual([]);
  });

  it(`writes those alone that a step changes, of ${MANY} that trend, at any time`, async () => {
    const { rows: keys } = await client.query<{ name: string }>(
      `SELECT indexrelid::regclass AS name FROM pg_index WHERE indrelid = 'app_stats'::regclass AND NOT indisprimary`,
    );
    for (const { name } of keys) await client.query(`DROP INDEX ${name}`);
    await insertApps(MANY);
    const from = new Date(BORDER.getTime() - 60_000);
    const to = new Date(BORDER.getTime() + 60_000);
    await client.query(
      `INSERT INTO block_times SELECT i, $1::timestamptz - interval '10 seconds' * (8640 - i), 25000000 + i FROM generate_series(1, 8640) i`,
      [from],
    );
    await client.query('INSERT INTO block_times VALUES (8641, $1, 25000000)', [to]);
    await client.query(
      `INSERT INTO trades (block_number, log_index, token_id, trader_id, is_buy, in_pool, platform_amount, fee, token_amount, tx_hash)
      SELECT 1 + i % 8640, i, i, 1, true, false, 1e18 * (1 + i % 977), 0, 1, '\\x00' FROM generate_series(1, $1::int) i`,
      [MANY],
    );
    await client.query('BEGIN');
    await rebuildAll(from);
    await client.query('COMMIT');
    await client.query('VACUUM ANALYZE app_stats, trades, block_times');
    // What came before would else be counted with it, when a second has not passed since the last flush.
    await client.query('SELECT pg_stat_force_next_flush()');
    await client.query('BEGIN');
    await noteChangedApps(session, [], from, to);
    await advanceStats(
      session,
      NOTHING,
      [],
      Number,
      { blockNumber: 8_640, time: from },
      { blockNumber: 8_641, time: to },
    );
    const { rows: work } = await client.query<Record<'scanned' | 'written' | 'left', number>>(
      `SELECT seq_tup_read::int AS scanned, n_tup_upd::int AS written,
        (SELECT count(*) FROM trades WHERE block_number <= 12)::int AS left
      FROM pg_stat_xact_user_tables WHERE relid = 'app_stats'::regclass`,
    );
    await client.query('COMMIT');
    expect(work[0]!.left).toBeGreaterThan(MANY / 1_000);
    expect(work).toEqual([{ scanned: 0, written: work[0]!.left, left: work[0]!.left }]);
    expect((await client.query(MISPLACED, [to])).rows).toEqual([{ misplaced: 0, is_traded: true }]);
  });
});
