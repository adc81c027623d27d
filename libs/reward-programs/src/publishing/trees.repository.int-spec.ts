import { idOfAddress } from '@slipway/database';
import { insertAddresses } from '../../../../test/support/insert-addresses.js';
import { buildClaimTree } from '../merkle/build-claim-tree.js';
import { rootOf } from '../merkle/tree-layout.js';
import { DEAD_ADDRESS, ZERO_ADDRESS, type Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../test/support/indexed-database.js';
import { TreesRepository } from './trees.repository.js';

const DISTRIBUTOR = `0x${'01'.repeat(20)}` as Address;

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
      VALUES ('a', 'A', '${ZERO_ADDRESS}', 'SLIP', '${DISTRIBUTOR}', 1, 'epoch', now(), now(), 'list', 'All.', true);
      ${insertAddresses(`VALUES ('${DISTRIBUTOR}'), ('${DEAD_ADDRESS}'), ('${ZERO_ADDRESS}')`)};
      INSERT INTO reward_claimed VALUES (${[`'${DISTRIBUTOR}'`, `'${DEAD_ADDRESS}'`, `'${ZERO_ADDRESS}'`].map(idOfAddress).join()}, 3)`);
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
    expect(await repository.sumClaimed(DISTRIBUTOR, ZERO_ADDRESS)).toBe(3n);
  });
});
