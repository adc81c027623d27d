import { idOfAddress } from '@slipway/database';
import { insertAddresses } from '../../../../../test/support/insert-addresses.js';
import type { Address } from '@slipway/domain';
import { IndexedDatabase } from '../../../../../test/support/indexed-database.js';
import { RewardsRepository } from './rewards.repository.js';

describe('RewardsRepository', () => {
  let database: IndexedDatabase;
  let repository: RewardsRepository;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    repository = new RewardsRepository(database.prisma);
  });

  afterAll(() => database.close());

  const WALLET = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' as Address;
  const ROOT = `0x${'07'.repeat(32)}`;
  const DISTRIBUTOR = `0x${'a'.repeat(40)}` as Address;
  const REWARD = `0x${'02'.repeat(20)}` as Address;

  beforeAll(async () => {
    await database.admin.query(`
      INSERT INTO programs (id, name, reward_token, reward_symbol, distributor, emissions_per_day, starts_at, ends_at,
        planned_ends_at, rule, eligibility, allocations_public)
      SELECT id, id, '${REWARD}', 'SLIP', '0x' || repeat(id, 40), 1, starts, ends, ends, 'list', 'All.', true
      FROM (VALUES ('a', now() - interval '1 day', now() + interval '1 day'),
        ('b', now() + interval '1 day', now() + interval '2 days')) p (id, starts, ends);
      INSERT INTO reward_trees (program_id, root, accounted_until, leaves, total, nodes)
      SELECT 'a', decode(repeat('07', 32), 'hex'), now(), 1, 9, decode(repeat('07', 32), 'hex');
      INSERT INTO reward_allocations SELECT id, '${WALLET}', 9, 0 FROM reward_trees;
      ${insertAddresses(`VALUES ('${DISTRIBUTOR}'), ('${WALLET}'), ('${REWARD}')`)};
      INSERT INTO reward_roots SELECT 3, 0, ${idOfAddress(`'${DISTRIBUTOR}'`)}, root, now(), root FROM reward_trees;
      INSERT INTO reward_claimed VALUES (${[DISTRIBUTOR, WALLET, REWARD].map((address) => idOfAddress(`'${address}'`)).join()}, 4)`);
  });

  it('lists the programs that are active, and reads one', async () => {
    const active = (await repository.listActive(new Date(), null, 5))!;
    expect(active.programs.map(({ id }) => id)).toEqual(['a']);
    const named = (await repository.findPrograms(['none', 'a']))!;
    expect(named.programs.map(({ id }) => id)).toEqual(['a']);
    expect(active.nextBoundary?.getTime()).toBeGreaterThan(Date.now());
    expect((await repository.readProgram('a'))?.program).toMatchObject({
      root: ROOT,
      rootBlock: 3,
      claimedTotal: '4',
      leaves: 1,
      hasPublicTree: true,
    });
    expect((await repository.readProgram('c'))?.program).toBeNull();
  });

  it('reads what a wallet may claim, and its proofs', async () => {
    const { rewards, prices } = (await repository.readRewards(WALLET))!;
    expect(rewards).toMatchObject([{ programId: 'a', claimable: '5' }]);
    expect(prices.oraclePrice).toBe('25000000');
    expect((await repository.readProofs(WALLET))?.proofs).toMatchObject([
      { root: ROOT, cumulative: '9', claimed: '4', proof: [] },
    ]);
    expect(await repository.listClaimable(WALLET, null)).toEqual([
      { programId: 'a', distributor: DISTRIBUTOR, rewardToken: REWARD, isOurToken: false },
    ]);
    const asked = [
      { programId: 'a', root: ROOT },
      { programId: 'b', root: ROOT },
    ];
    expect(await repository.readLeaves(WALLET, asked)).toMatchObject([
      { isKnown: true, cumulative: '9' },
      { isKnown: false },
    ]);
  });

  it('reads a public tree, a piece at a time', async () => {
    const tree = (await repository.findPublicTree('a'))!;
    expect(tree).toMatchObject({ root: ROOT, nodes: 1 });
    expect(Buffer.from(await repository.readNodes(tree.id, 0, 5)).toString('hex')).toBe(ROOT.slice(2));
    expect(await repository.listLeaves(tree.id, '', 5)).toEqual([
      { account: WALLET, reward: REWARD, amount: 9n, nodeIndex: 0 },
    ]);
    expect(await repository.listLeaves(tree.id, WALLET, 5)).toEqual([]);
    expect(await repository.findPublicTree('b')).toBeNull();
  });
});
