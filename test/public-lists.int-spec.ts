import pg from 'pg';
import { createPool } from '#database';
import { activitySql } from '../apps/api/src/modules/apps/activity.sql.js';
import { newestAppsSql, rankAppsSql } from '../apps/api/src/modules/apps/apps.sql.js';
import { APP_SORTS } from '../apps/api/src/modules/apps/apps.types.js';
import { HOLDERS_PAGE } from '../apps/api/src/modules/apps/holders.sql.js';
import { SEARCH_APPS } from '../apps/api/src/modules/apps/search.sql.js';
import { leaderboardSql } from '../apps/api/src/modules/market/leaderboards.sql.js';
import { BOARDS, BOARD_WINDOWS } from '../apps/api/src/modules/market/leaderboards.types.js';
import { rebuildWindows } from '../apps/indexer/src/store/advance-stats.js';
import { recountCreators } from '../apps/indexer/src/store/creator-totals.js';
import { layFloors } from '../apps/indexer/src/store/board-leaders.js';
import { Session } from '../apps/indexer/src/store/session.js';
import { TOTALS } from '../apps/indexer/src/store/totals-tables.js';
import { sumsAbove } from '../apps/indexer/src/store/trade-totals.js';
import { insertManyApps } from './support/many-apps.js';
import { createTestDatabase, type TestDatabase } from './support/postgres.js';

const APPS = 300_000;
/** Of a statement of the API, which answers 503 beyond it. */
const TIMEOUT_MS = 1_500;
const MOST_MS = 1_000;
const LIMIT = 100;

interface Statement {
  readonly name: string;
  readonly text: string;
}

type Asked = readonly [Statement, ...values: unknown[]];

describe('boards and lists beside many apps', () => {
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
      {
        url: database.url,
        role: 'slipway_api',
        size: 1,
        statementTimeoutMs: TIMEOUT_MS,
      },
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

  async function expectQuick(title: string, lists: readonly Asked[]): Promise<void> {
    const times: Record<string, number> = {};
    for (const [statement, ...values] of lists) times[statement.name] = await time(statement, values);
    const lines = Object.entries(times).map(([name, ms]) => `  ${name} ${ms.toFixed(1)} ms`);
    process.stdout.write(`${title}, ${APPS} apps:\n${lines.join('\n')}\n`);
    expect(Object.entries(times).filter(([, ms]) => ms > MOST_MS)).toEqual([]);
  }

  const boards = (['creators', 'traders'] as const).flatMap((board) =>
    BOARDS[board].flatMap((metric) =>
      BOARD_WINDOWS.map((window) => [leaderboardSql(board, metric, window), LIMIT] as const),
    ),
  );

  it('boards are quick before cut-offs are laid', () => expectQuick('boards without cut-offs', boards));
  it('boards are quick', async () => {
    await layFloors(new Session(indexer));
    await expectQuick('boards', boards);
  });

  it('pages of graduated apps are quick', async () => {
    const filter = { stage: 'graduated', creator: null } as const;
    await expectQuick(
      'graduated apps',
      APP_SORTS.map((sort) =>
        sort === 'newest' ? [newestAppsSql(filter), null, null, LIMIT] : [rankAppsSql(sort, filter), LIMIT],
      ),
    );
  });

  it('search, holders and activity are quick', async () => {
    const { rows } = await indexer.query<{ token: string }>('SELECT token FROM apps LIMIT 1');
    const { token } = rows[0]!;
    await expectQuick('other lists', [
      [SEARCH_APPS, null, 'p', 'pocket', ['pocket'], [1], LIMIT, 'pocket'],
      [HOLDERS_PAGE, token, null, null, null, LIMIT],
      [activitySql(null), token, null, null, null, LIMIT],
    ]);
  });
});
