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

  const subscribe = (): Promise<unknown> =>
    database.admin.query(
      `INSERT INTO webhook_subscriptions (builder, url, types, finality, secret_sealed, sequence, planned_block, created_at_block)
      VALUES ('acme', 'https://a.example.com/', '{trade}', 'pending', '\\x01', 0, 0, 0)`,
    );

  it('keeps a builder once, lists all but its key, changes it, and removes it once', async () => {
    const acme = {
      name: 'acme',
      readPerMinute: 5,
      heavyPerMinute: 2,
      origins: ['https://a.example'],
      isServer: false,
      hasWebhooks: false,
    };
    const keyHash = new Uint8Array(32).fill(7);
    expect(await repository.add({ ...acme, keyHash })).toBe(true);
    expect(await repository.add({ ...acme, keyHash: new Uint8Array(32).fill(8) })).toBe(false);
    const changed = { heavyPerMinute: 9, hasWebhooks: true };
    expect(await repository.change('acme', { ...changed, keyHash: new Uint8Array(32).fill(9) })).toBe(true);
    expect(await repository.list()).toEqual([{ ...acme, ...changed, addedAt: expect.any(Date) }]);
    const webhooks = async (): Promise<number | null> =>
      (await database.admin.query('SELECT FROM webhook_subscriptions')).rowCount;
    await subscribe();
    expect([await repository.refuseWebhooks('acme'), await webhooks()]).toEqual([1, 0]);
    expect(await repository.list()).toMatchObject([{ name: 'acme', hasWebhooks: false }]);
    for (let i = 0; i < 2; i += 1) await subscribe();
    expect([await repository.remove('acme'), await webhooks()]).toEqual([2, 0]);
    expect(await repository.remove('acme')).toBeNull();
    expect(await repository.refuseWebhooks('acme')).toBeNull();
    expect(await repository.change('acme', { readPerMinute: 1 })).toBe(false);
  });
});
