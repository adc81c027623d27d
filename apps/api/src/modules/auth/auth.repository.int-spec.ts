import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { AuthRepository } from './auth.repository.js';

describe('AuthRepository', () => {
  let database: IndexedDatabase;
  let repository: AuthRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', 0);
    repository = new AuthRepository(database.prisma);
  });

  afterAll(() => database.close());

  const tenTimes = (ask: () => Promise<boolean>): Promise<number> =>
    Promise.all(Array.from({ length: 10 }, ask)).then((all) => all.filter(Boolean).length);

  it('lets one of many sign-ins use a nonce', async () => {
    await repository.addNonce('once', 60);
    expect(await repository.isNonceOpen('once')).toBe(true);
    expect(await tenTimes(() => repository.consumeNonce('once'))).toBe(1);
    expect(await repository.isNonceOpen('once')).toBe(false);
  });

  it('lets a contract be asked three times about a nonce, however many ask at once', async () => {
    await repository.addNonce('checked', 60);
    expect(await tenTimes(() => repository.spendContractCheck('checked'))).toBe(3);
    expect(await repository.consumeNonce('checked')).toBe(true);
  });

  it('takes no nonce that has expired', async () => {
    await repository.addNonce('late', -1);
    expect(await repository.isNonceOpen('late')).toBe(false);
    expect(await repository.spendContractCheck('late')).toBe(false);
    expect(await repository.consumeNonce('late')).toBe(false);
  });

  it('finds the origins that are registered', async () => {
    await database.admin.query(`INSERT INTO origins (origin) VALUES ('https://a.example')`);
    expect(await repository.findOrigins(['https://a.example', 'https://b.example'])).toEqual([
      'https://a.example',
    ]);
  });
});
