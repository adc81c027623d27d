import { DEAD_ADDRESS } from '@slipway/domain';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { BlockedCreatorsRepository } from './blocked-creators.repository.js';

describe('BlockedCreatorsRepository', () => {
  let database: IndexedDatabase;
  let repository: BlockedCreatorsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new BlockedCreatorsRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('blocks creators with a reason, and unblocks them', async () => {
    await repository.block(DEAD_ADDRESS, 'spam');
    await repository.block(DEAD_ADDRESS, 'more spam');
    expect(await repository.list()).toMatchObject([{ creator: DEAD_ADDRESS, reason: 'more spam' }]);
    expect(await repository.unblock(DEAD_ADDRESS)).toBe(true);
    expect(await repository.unblock(DEAD_ADDRESS)).toBe(false);
  });
});
