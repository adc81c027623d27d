import type pg from 'pg';
import { leaderboardSql } from '../apps/api/src/modules/market/leaderboards/leaderboards.repository.js';
import { grow, openBoards, setCutOffs, shrink } from '../apps/indexer/src/tables/leaderboard-candidates.js';
import { sortKeyOf } from '../apps/indexer/src/tables/leaderboard-places.js';
import { Session } from '../apps/indexer/src/postgres/session.js';
import { SUMMED_COLUMNS, TOTALS } from '../apps/indexer/src/tables/totals-tables.js';
import { insertAddresses } from './support/insert-addresses.js';
import { seededRandom } from './support/market-activity.js';
import { openClient } from './support/pg-client.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';

const TRADERS = 3_000;
const [OF_APPS, OF_TRADERS] = TOTALS;
const BOARD = 'trader_totals.volume_usd_7d';
const random = seededRandom(31);
const upTo = (limit: number): number => Math.floor(random() * limit);
/** In letters of both cases, as EIP-55 writes them: text sorts otherwise than the number does. Some share seven bytes. */
const traderOf = (i: number): string => {
  const number = (BigInt(i) * 0x9e3779b97f4a7c15n) % 2n ** 160n;
  const digits = (i % 50 === 0 ? BigInt(i) : (number << 84n) % 2n ** 160n).toString(16).padStart(40, '0');
  return `0x${Array.from(digits, (digit, at) => ((i + at) % 3 === 0 ? digit.toUpperCase() : digit)).join('')}`;
};

describe('the candidates of boards of sums', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let session: Session;

  beforeEach(async () => {
    database = await createTestDatabase();
    client = await openClient(database.url);
    session = new Session(client);
    await client.query(
      `INSERT INTO head (block_number, block_hash, block_time, level_at) VALUES (1, '\\x01', now(), now())`,
    );
    await openBoards(session);
    const addresses = Array.from({ length: TRADERS }, (_, i) => `('${traderOf(i)}')`);
    await client.query(insertAddresses(`SELECT * FROM (VALUES ${addresses.join()}) made (address)`));
    await client.query('ANALYZE addresses');
  });

  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  /** SQL: a change of each of some traders' sums, few different ones of trades. */
  const movedBy = (few: string, many: string): string =>
    SUMMED_COLUMNS.map((column) => `${column.startsWith('trades') ? few : many} AS ${column}`).join(', ');

  /** Adds to the sums of some traders, as a batch does. */
  async function trade(ids: readonly number[], few = '1 + i % 3', many = 'i * 37 % 211'): Promise<void> {
    await grow(
      session,
      OF_TRADERS,
      `INSERT INTO trader_totals AS sums (trader_id, first_bytes, ${SUMMED_COLUMNS.join(', ')})
      SELECT id, ('x' || encode(substr(bytes, 1, 7), 'hex'))::bit(56)::bigint, ${SUMMED_COLUMNS.join(', ')}
      FROM (SELECT id, bytes, ${movedBy(few, many)} FROM unnest($1::int[]) WITH ORDINALITY AS made (id, i) JOIN addresses USING (id)) made
      ON CONFLICT (trader_id) DO UPDATE SET ${SUMMED_COLUMNS.map((column) => `${column} = sums.${column} + excluded.${column}`).join(', ')}`,
      (column) => `sums.${column}`,
      [[...new Set(ids)]],
    );
  }

  /** Takes a part of their sums from some traders, as windows do. */
  async function pass(ids: readonly number[], part: string): Promise<void> {
    await shrink(
      session,
      OF_TRADERS,
      `UPDATE trader_totals SET ${SUMMED_COLUMNS.map((column) => `${column} = trader_totals.${column} - lost.${column}`).join(', ')}
      FROM (SELECT trader_id, ${SUMMED_COLUMNS.map((column) => `ceil(${column} * ${part}::numeric) AS ${column}`).join(', ')}
        FROM trader_totals WHERE trader_id = ANY ($1)) lost
      WHERE trader_totals.trader_id = lost.trader_id`,
      { lost: 'lost', columns: SUMMED_COLUMNS },
      [ids],
    );
  }

  const some = (count: number): number[] => Array.from({ length: count }, () => 1 + upTo(TRADERS));
  const all = Array.from({ length: TRADERS }, (_, i) => i + 1);

  async function boardOf(metric: 'volume' | 'trades' | 'fees', limit: number): Promise<string[]> {
    const { rows } = await client.query<{ entries: [string, null, string][] }>({
      ...leaderboardSql('traders', metric, '7d'),
      values: [limit],
    });
    return rows[0]!.entries.map(([address, , value]) => `${address} ${value}`);
  }

  async function allTraders(column: string, limit: number): Promise<string[]> {
    const { rows } = await client.query<{ rank: string }>(
      `SELECT address || ' ' || ${column} AS rank FROM trader_totals JOIN addresses ON id = trader_id WHERE ${column} > 0
      ORDER BY ${column} DESC, bytes LIMIT $1`,
      [limit],
    );
    return rows.map(({ rank }) => rank);
  }

  async function count(from: string): Promise<number> {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${from}`);
    return rows[0]!.count;
  }
  const candidates = (): Promise<number> => count(`leaderboard_candidates WHERE board = '${BOARD}'`);

  /** The pages are a recount's, candidates alone have them, and no range has a better place than its bound. */
  async function expectExact(): Promise<void> {
    for (const limit of [1, 20, 100]) {
      expect(await boardOf('volume', limit)).toEqual(await allTraders('volume_usd_7d', limit));
      expect(await boardOf('trades', limit)).toEqual(await allTraders('trades_7d', limit));
      expect(await boardOf('fees', limit)).toEqual(await allTraders('fees_7d', limit));
    }
    expect(
      await count(`leaderboard_cut_offs JOIN trader_totals ON true
        WHERE board = '${BOARD}' AND ${sortKeyOf('volume_usd_7d')} >= place AND trader_id NOT IN (
          SELECT address_id FROM leaderboard_candidates WHERE board = '${BOARD}')`),
    ).toBe(0);
    expect(await candidates()).toBeGreaterThanOrEqual(
      Math.min(100, await count('trader_totals WHERE volume_usd_7d > 0')),
    );
    expect(
      await count(`trader_totals JOIN trader_leaderboard_bounds b ON first_id = trader_id / 64 * 64
        WHERE ${SUMMED_COLUMNS.map((column) => sortKeyOf(`trader_totals.${column}`).concat(` > b.${column}`)).join(' OR ')}`),
    ).toBe(0);
  }

  it('are all while they are few, and none at first', async () => {
    await expectExact();
    await trade([1, 2, 3]);
    await setCutOffs(session);
    await expectExact();
    expect(await candidates()).toBe(3);
  });

  it('are few among many, also where all have the same sums', async () => {
    await trade(all, '1', '7');
    await setCutOffs(session);
    expect(await candidates()).toBeLessThanOrEqual(320);
    await expectExact();
    await pass(some(1_500), '1');
    await setCutOffs(session);
    await expectExact();
  });

  it('are right while sums grow and shrink', async () => {
    for (let round = 0; round < 40; round += 1) {
      if (round % 3 === 2) await pass(some(1 + upTo(900)), round % 2 === 0 ? '1' : '0.5');
      else await trade(some(1 + upTo(400)));
      await setCutOffs(session);
      await expectExact();
    }
  });

  it('are found among the others when all of them leave a window at once', async () => {
    await trade(all);
    await setCutOffs(session);
    const { rows } = await client.query<{ id: number }>(
      'SELECT DISTINCT address_id AS id FROM leaderboard_candidates',
    );
    await pass(
      rows.map(({ id }) => id),
      '1',
    );
    await setCutOffs(session);
    await expectExact();
    await pass(all, '1');
    await setCutOffs(session);
    await expectExact();
    expect(await count('trader_leaderboard_bounds WHERE volume_usd_7d > 0')).toBe(0);
    await trade(some(500));
    await setCutOffs(session);
    await expectExact();
  });

  it('are all that a page reads while they are enough', async () => {
    await trade(all);
    await setCutOffs(session);
    await client.query('UPDATE trader_totals SET volume_usd_7d = 1000000 WHERE volume_usd_7d < 5');
    expect(await boardOf('volume', 100)).not.toEqual(await allTraders('volume_usd_7d', 100));
  });

  it('are enough of the apps that operators did not hide', async () => {
    await client.query(
      `INSERT INTO app_totals SELECT id, id, id, id, id, id, id, id, id, id, id, id, id, id FROM addresses`,
    );
    await client.query('DELETE FROM leaderboard_cut_offs');
    await openBoards(session);
    await client.query(
      `INSERT INTO hidden_apps (token, reason) SELECT address, '' FROM addresses WHERE id % 2 = 0`,
    );
    const expected = Array.from({ length: 100 }, (_, i) => String(TRADERS - 1 - i * 2));
    const values = async (): Promise<string[]> => {
      const { rows } = await client.query<{ entries: [string, null, string][] }>({
        ...leaderboardSql('apps', 'trades', 'all'),
        values: [100],
      });
      return rows[0]!.entries.map(([, , value]) => value);
    };
    expect(await values()).toEqual(expected);
    const board = `board = '${OF_APPS.table}.trades_all'`;
    expect(await count(`leaderboard_candidates WHERE ${board}`)).toBe(160);
    await setCutOffs(session);
    expect(await count(`leaderboard_candidates WHERE ${board}`)).toBe(320);
    expect(await values()).toEqual(expected);
  });
});
