import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { BuildersRepository } from './builders.repository.js';

describe('BuildersRepository', () => {
  let database: IndexedDatabase;
  let repository: BuildersRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new BuildersRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('keeps a builder once, lists all but its key, changes its budget, and removes it once', async () => {
    const acme = {
      name: 'acme',
      readPerMinute: 5,
      heavyPerMinute: 2,
      origins: ['https://a.example'],
      isServer: false,
      hasWebhooks: true,
    };
    const keyHash = new Uint8Array(32).fill(7);
    expect(await repository.add({ ...acme, keyHash })).toBe(true);
    expect(await repository.add({ ...acme, keyHash: new Uint8Array(32).fill(8) })).toBe(false);
    expect(await repository.limit('acme', { heavyPerMinute: 9 })).toBe(true);
    expect(await repository.list()).toEqual([{ ...acme, heavyPerMinute: 9, addedAt: expect.any(Date) }]);
    expect(await repository.remove('acme')).toBe(true);
    expect([await repository.remove('acme'), await repository.limit('acme', { readPerMinute: 1 })]).toEqual([
      false,
      false,
    ]);
  });
});
