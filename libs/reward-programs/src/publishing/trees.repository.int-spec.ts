import { buildClaimTree, rootOf } from '@slipway/merkle';
import { DEAD_ADDRESS, ZERO_ADDRESS } from '@slipway/domain';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { TreesRepository } from './trees.repository.js';

describe('TreesRepository', () => {
  let database: IndexedDatabase;
  let repository: TreesRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_ops', 0);
    repository = new TreesRepository(database.prisma);
  });

  afterAll(() => database.close());

  it('keeps a tree with its allocations, and finds the claim of an account', async () => {
    await database.admin.query(`
      INSERT INTO programs (id, name, reward_token, reward_symbol, distributor, emissions_per_day, starts_at, ends_at,
        planned_ends_at, rule, eligibility, allocations_public)
      VALUES ('a', 'A', '${ZERO_ADDRESS}', 'SLIP', '0x01', 1, 'epoch', now(), now(), 'list', 'All.', true);
      INSERT INTO reward_claimed VALUES ('0x01', '${DEAD_ADDRESS}', '${ZERO_ADDRESS}', 3)`);
    const amounts = new Map([
      [DEAD_ADDRESS, 5n],
      [ZERO_ADDRESS, 6n],
    ]);
    const tree = await buildClaimTree(
      [...amounts].map(([account, amount]) => ({ account, reward: ZERO_ADDRESS, amount })),
    );
    const accountedUntil = new Date(1_000);
    expect(await repository.findLast('a')).toBeNull();
    await repository.add('a', tree, 11n, accountedUntil);
    const last = (await repository.findLast('a'))!;
    expect(last).toMatchObject({ root: rootOf(tree.nodes), accountedUntil, total: 11n });
    expect(await repository.readAmounts(last.id)).toEqual(amounts);
    expect(await repository.findClaim('a', DEAD_ADDRESS)).toMatchObject({
      cumulative: 5n,
      claimed: 3n,
      proof: [expect.any(String)],
    });
    expect(await repository.findClaim('b', DEAD_ADDRESS)).toBeNull();
    expect(await repository.sumClaimed('0x01' as never, ZERO_ADDRESS)).toBe(3n);
  });
});
