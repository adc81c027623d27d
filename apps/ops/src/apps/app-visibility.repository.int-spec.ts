import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { AppVisibilityRepository } from './app-visibility.repository.js';

describe('AppVisibilityRepository', () => {
  let database: IndexedDatabase;
  let repository: AppVisibilityRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops');
    repository = new AppVisibilityRepository(database.prisma);
  });

  afterAll(() => database.close());

  const revision = async () => (await database.prisma.client.catalog.findFirstOrThrow()).revision;

  it('hides apps and shows them again; each change is a new revision of public data', async () => {
    const [token] = database.tokens;
    const before = await revision();
    expect(await repository.hide(token!, 'spam')).toBe(true);
    expect(await repository.hide(token!, 'more spam')).toBe(true);
    expect(await repository.list()).toMatchObject([{ token, name: 'Pocket 1', reason: 'more spam' }]);
    const hidden = await revision();
    expect(hidden).toBeGreaterThan(before);
    expect(await repository.unhide(token!)).toBe(true);
    expect(await repository.unhide(token!)).toBe(false);
    expect(await revision()).toBeGreaterThan(hidden);
    expect(await repository.hide('0x00' as never, 'none')).toBe(false);
  });
});
