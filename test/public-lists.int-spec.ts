import pg from 'pg';
import { createPool } from '#database';
import { activitySql } from '../apps/api/src/modules/apps/activity.sql.js';
import { filterValues, newestAppsSql, rankAppsSql } from '../apps/api/src/modules/apps/apps.sql.js';
import { APP_SORTS, type AppFilter } from '../apps/api/src/modules/apps/apps.types.js';
import { HOLDERS_PAGE } from '../apps/api/src/modules/apps/holders.sql.js';
import { SEARCH_APPS } from '../apps/api/src/modules/apps/search.sql.js';
import { leaderboardSql } from '../apps/api/src/modules/market/leaderboards.sql.js';
import { BOARDS, BOARD_NAMES, BOARD_WINDOWS } from '../apps/api/src/modules/market/leaderboards.types.js';
import { TOP_PRICES } from '../apps/api/src/modules/market/market.sql.js';
import { rebuildWindows } from '../apps/indexer/src/store/advance-stats.js';
import { recountCreators } from '../apps/indexer/src/store/creator-totals.js';
import { layFloors } from '../apps/indexer/src/store/board-leaders.js';
import { Session } from '../apps/indexer/src/store/session.js';
import { TOTALS } from '../apps/indexer/src/store/totals-tables.js';
import { sumsAbove } from '../apps/indexer/src/store/trade-totals.js';
import { insertManyApps } from './support/many-apps.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';

const APPS = Number(process.env['APPS'] ?? 300_000);
/** Of a statement of the API, which answers 503 beyond it. */
const TIMEOUT_MS = 1_500;
const MOST_MS = 1_000;
const LIMIT = 100;

interface Statement {
  readonly name: string;
  readonly text: string;
}

describe('public lists of many apps', () => {
  let database: TestDatabase;
  let indexer: pg.Client;
  let api: pg.Pool;

  beforeAll(async () => {
    database = await createTestDatabase();
    indexer = new pg.Client({ connectionString: database.url, options: '-c search_path=chain,public' });
    await indexer.connect();
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    await indexer.query(`SET work_mem = '256MB'`);
    await insertManyApps(indexer, APPS, at);
    for (const totals of TOTALS)
      await indexer.query(`INSERT INTO ${totals.table} ${sumsAbove(totals)}`, [-1, at]);
    await rebuildWindows(new Session(indexer), at);
    await recountCreators(new Session(indexer));
    await indexer.query('VACUUM ANALYZE');
    api = createPool(
      { url: database.url, role: 'slipway_api', size: 1, statementTimeoutMs: Number(process.env['TIMEOUT'] ?? TIMEOUT_MS) },
      (error) => {
        throw error;
      },
    );
  }, 600_000);

  afterAll(async () => {
    await api.end();
    await indexer.end();
    await database.drop();
  });

  async function time(statement: Statement, values: readonly unknown[]): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      const start = performance.now();
      const { rows } = await api.query({ ...statement, values: [...values] });
      times.push(performance.now() - start);
      expect(rows).toHaveLength(1);
    }
    return times.sort((a, b) => a - b)[1]!;
  }

  async function expectQuick(title: string, lists: readonly (readonly [Statement, ...unknown[]])[]): Promise<void> {
    const times: string[] = [];
    for (const [statement, ...values] of lists) {
      const ms = await time(statement, values).catch(() => Infinity);
      times.push(`${statement.name} ${Math.round(ms)} ms`);
    }
    process.stdout.write(`${title}, ${APPS} apps:\n  ${times.join('\n  ')}\n`);
  }

  const boards = BOARD_NAMES.flatMap((board) =>
    BOARDS[board].flatMap((metric) =>
      BOARD_WINDOWS.map((window) => [leaderboardSql(board, metric, window), LIMIT] as const),
    ),
  );

  it('boards, before cut-offs', () => expectQuick('boards, before cut-offs', boards), 300_000);
  it('boards', async () => {
    await layFloors(new Session(indexer));
    await expectQuick('boards', boards);
  }, 300_000);

  it('apps', async () => {
    const { rows } = await indexer.query<{ creator: string }>(
      'SELECT creator FROM apps GROUP BY creator ORDER BY count(*) DESC LIMIT 1',
    );
    const creator = rows[0]!.creator;
    const lists = [null, creator, '0x05'].flatMap((creator) =>
      ([null, 'curve', 'graduated'] as const).flatMap((stage) => {
        const filter = { stage, creator } as AppFilter;
        return APP_SORTS.map((sort) =>
          sort === 'newest'
            ? [newestAppsSql(filter), null, null, LIMIT, ...filterValues(filter)] as const
            : [rankAppsSql(sort, filter), LIMIT, ...filterValues(filter)] as const,
        );
      }),
    );
    await expectQuick('apps', lists);
  }, 300_000);

  it('others', async () => {
    const { rows } = await indexer.query<{ token: string }>('SELECT token FROM apps LIMIT 1');
    await expectQuick('others', [
      [TOP_PRICES, LIMIT],
      [SEARCH_APPS, null, 'p', 'pocket', ['pocket'], [1], LIMIT, 'pocket'],
      [HOLDERS_PAGE, rows[0]!.token, null, null, null, LIMIT],
      [activitySql(null), rows[0]!.token, null, null, null, LIMIT],
    ]);
  }, 300_000);
});
