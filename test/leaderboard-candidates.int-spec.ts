import type pg from 'pg';
import { leaderboardSql } from '../apps/api/src/modules/market/leaderboards.sql.js';
import { addCandidates, setCutOffs } from '../apps/indexer/src/tables/leaderboard-candidates.js';
import { Session } from '../apps/indexer/src/postgres/session.js';
import { SUMMED_COLUMNS, TOTALS } from '../apps/indexer/src/tables/totals-tables.js';
import { seededRandom } from './support/market-activity.js';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';

const TRADERS = 1_200;
const [, OF_TRADERS] = TOTALS;
const random = seededRandom(31);
const upTo = (limit: number): number => Math.floor(random() * limit);
/** In letters of both cases, as EIP-55 writes them: text sorts otherwise than the number does. */
const traderOf = (i: number): string => {
  const digits = (BigInt(i) * 0x9e3779b97f4a7c15n).toString(16).padStart(40, '0');
  return `0x${Array.from(digits, (digit, at) => ((i + at) % 3 === 0 ? digit.toUpperCase() : digit)).join('')}`;
};

describe('the candidates of boards of sums', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let session: Session;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    session = new Session(client);
    await client.query(
      `INSERT INTO head (block_number, block_hash, block_time, level_at) VALUES (1, '\\x01', now(), now())`,
    );
    await insertTraders(Array.from({ length: TRADERS }, (_, i) => i));
    await client.query('ANALYZE trader_totals');
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function insertTraders(numbers: readonly number[]): Promise<void> {
    // Few different counts of trades: most ranks are shared, and told apart by address alone.
    await client.query(
      `INSERT INTO trader_totals (trader, ${SUMMED_COLUMNS.join(', ')})
      SELECT trader, ${SUMMED_COLUMNS.map((column) => (column.startsWith('trades') ? 'few' : 'many')).join(', ')}
      FROM unnest($1::text[], $2::int[], $3::int[]) AS row (trader, few, many)`,
      [numbers.map(traderOf), numbers.map(() => upTo(4)), numbers.map(() => upTo(5_000))],
    );
  }

  async function boardOf(metric: 'volume' | 'trades' | 'fees', limit: number): Promise<string[]> {
    const { rows } = await client.query<{ entries: [string, null, string][] }>({
      ...leaderboardSql('traders', metric, '7d'),
      values: [limit],
    });
    return rows[0]!.entries.map(([address, , value]) => `${address} ${value}`);
  }

  async function allTraders(column: string, limit: number): Promise<string[]> {
    const { rows } = await client.query<{ rank: string }>(
      `SELECT trader || ' ' || ${column} AS rank FROM trader_totals WHERE ${column} > 0
      ORDER BY ${column} DESC, decode(substr(trader, 3), 'hex') LIMIT $1`,
      [limit],
    );
    return rows.map(({ rank }) => rank);
  }

  async function expectExact(): Promise<void> {
    for (const limit of [1, 20, 100]) {
      expect(await boardOf('volume', limit)).toEqual(await allTraders('volume_usd_7d', limit));
      expect(await boardOf('trades', limit)).toEqual(await allTraders('trades_7d', limit));
      expect(await boardOf('fees', limit)).toEqual(await allTraders('fees_7d', limit));
    }
  }

  /** Sums of some traders move, as a batch moves them: what grew is told, what shrank is not. */
  async function trade(traders: number, by: string): Promise<void> {
    const moved = Array.from({ length: traders }, () => traderOf(upTo(TRADERS)));
    const change = SUMMED_COLUMNS.map((column) => `${column} = greatest(0, ${column} + (${by}))`);
    await client.query(`UPDATE trader_totals SET ${change.join(', ')} WHERE trader = ANY ($1)`, [moved]);
    if (!by.startsWith('-')) await addCandidates(session, OF_TRADERS, moved);
  }

  const candidates = async (): Promise<number> => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM board_leaders WHERE board = 'trader_totals.volume_usd_7d'`,
    );
    return rows[0]!.count;
  };

  it('are all traders until a cut-off is set', async () => {
    await expectExact();
    expect(await candidates()).toBe(0);
  });

  it('are a few once it is, also where many have the same sum', async () => {
    await setCutOffs(session);
    expect(await candidates()).toBe(120);
    await expectExact();
  });

  it('are all that a page reads while they are enough', async () => {
    await client.query('BEGIN');
    await client.query('UPDATE trader_totals SET volume_usd_7d = 1000000 WHERE volume_usd_7d < 500');
    expect(await boardOf('volume', 100)).not.toEqual(await allTraders('volume_usd_7d', 100));
    await client.query('ROLLBACK');
  });

  it('are right while sums grow and shrink, with and without cut-offs', async () => {
    for (let round = 0; round < 40; round += 1) {
      await trade(1 + upTo(150), round % 3 === 2 ? '-3' : '1 + random() * 3');
      if (round % 7 === 6) await setCutOffs(session);
      await expectExact();
    }
  });

  it('are found anew when most of them fall, before and after new cut-offs', async () => {
    await client.query(`UPDATE trader_totals SET ${SUMMED_COLUMNS.map((column) => `${column} = 1`).join(', ')}
      WHERE trader IN (SELECT address FROM board_leaders)`);
    await expectExact();
    await setCutOffs(session);
    await expectExact();
  });

  it('do not gather without end', async () => {
    await trade(TRADERS * 5, '1000000');
    expect(await candidates()).toBeGreaterThan(500);
    await setCutOffs(session);
    expect(await candidates()).toBe(120);
    await expectExact();
  });

  it('are all traders again once they are forgotten', async () => {
    await client.query('DELETE FROM board_leaders; DELETE FROM board_floors');
    await expectExact();
    await client.query('TRUNCATE trader_totals');
    await setCutOffs(session);
    expect(await boardOf('volume', 20)).toEqual([]);
    await insertTraders([1, 2, 3]);
    await addCandidates(session, OF_TRADERS, [1, 2, 3].map(traderOf));
    await expectExact();
  });
});
