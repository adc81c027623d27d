import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { OriginsRepository } from './origins.repository.js';

describe('OriginsRepository', () => {
  let database: IndexedDatabase;
  let repository: OriginsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new OriginsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('registers a site once, and removes it once', async () => {
    expect(await repository.add('https://a.example')).toBe(true);
    expect(await repository.add('https://a.example')).toBe(false);
    expect(await repository.list()).toMatchObject([{ origin: 'https://a.example' }]);
    expect(await repository.remove('https://a.example')).toBe(true);
    expect(await repository.remove('https://a.example')).toBe(false);
  });
});
