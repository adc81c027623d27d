import { randomUUID } from 'node:crypto';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import type { TokenIdentity } from './token-identity.js';
import { RevokedTokensRepository } from './revoked-tokens.repository.js';

describe('RevokedTokensRepository', () => {
  let database: IndexedDatabase;
  let repository: RevokedTokensRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api', 0);
    repository = new RevokedTokensRepository(database.prisma);
  });

  afterAll(() => database.close());

  const identity = { jti: randomUUID(), expiresAt: new Date(Date.now() + 60_000) } as TokenIdentity;

  it('knows the tokens that were revoked, once or twice', async () => {
    expect(await repository.has(identity)).toBe(false);
    await repository.add(identity);
    await repository.add(identity);
    expect(await repository.has(identity)).toBe(true);
    expect(await repository.has({ ...identity, jti: randomUUID() })).toBe(false);
  });
});
