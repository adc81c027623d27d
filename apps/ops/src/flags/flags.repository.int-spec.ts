import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { FlagsRepository } from './flags.repository.js';

describe('FlagsRepository', () => {
  let database: IndexedDatabase;
  let repository: FlagsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new FlagsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('sets a flag, and sets it no more', async () => {
    await repository.set('claims', false);
    await repository.set('claims', true);
    expect(await repository.list()).toMatchObject([{ name: 'claims', enabled: true }]);
    expect(await repository.unset('claims')).toBe(true);
    expect(await repository.unset('claims')).toBe(false);
  });
});
