import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { LeaderboardsRepository } from './leaderboards.repository.js';

describe('LeaderboardsRepository', () => {
  let database: IndexedDatabase;
  let repository: LeaderboardsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new LeaderboardsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('reads the best of a board, highest first', async () => {
    await database.admin.query(`
      INSERT INTO app_totals SELECT token, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1 FROM apps`);
    const holders = (await repository.readBoard('apps', 'holders', '7d', 2))!;
    expect(holders.entries.map(([, symbol, value]) => [symbol, value])).toEqual([
      ['P12', '14'],
      ['P11', '13'],
    ]);
    const { entries } = (await repository.readBoard('apps', 'market_cap', 'all', 1))!;
    expect(entries.map(([, symbol]) => symbol)).toEqual(['P12']);
  });
});
