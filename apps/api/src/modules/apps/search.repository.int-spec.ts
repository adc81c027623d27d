import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { SearchRepository } from './search.repository.js';

describe('SearchRepository', () => {
  let database: IndexedDatabase;
  let repository: SearchRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new SearchRepository(database.prisma);
  });

  afterAll(() => database.close());

  const nothing = { token: null, symbolKey: '', nameKey: '', nameKeys: [], nameSkeleton: '', neighbours: [] };

  it('finds apps by symbol before those by a part of the name', async () => {
    const found = await repository.search({ ...nothing, symbolKey: 'p3', nameKey: '1' }, 10);
    expect(found?.items.map(({ symbol }) => symbol)).toEqual(['P3', 'P12', 'P11', 'P10', 'P1']);
  });

  it('leaves hidden apps out', async () => {
    const [token] = database.tokens;
    await database.admin.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'spam')`, [token]);
    expect((await repository.search({ ...nothing, token: token! }, 10))?.items).toEqual([]);
  });
});
