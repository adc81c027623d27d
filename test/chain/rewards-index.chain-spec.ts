import type { Address } from 'viem';
import { dumpFreshIndex, dumpIndex } from '../support/index-world.js';
import { RewardWorld, WHOLE } from '../support/reward-world.js';

describe('the index of rewards', () => {
  let world: RewardWorld;
  let accounts: readonly Address[];

  beforeAll(async () => {
    world = await RewardWorld.open();
    accounts = world.fixture.traders;
    const amounts = new Map(accounts.map((account, i) => [account, BigInt(i + 1) * WHOLE]));
    await world.addList('airdrop', amounts);
    await world.publish('airdrop');
  });

  afterAll(async () => {
    await world.close();
  });

  async function expectFresh(): Promise<void> {
    const fresh = await dumpFreshIndex(world.fixture.anvil.rpcUrl, {}, world.copyPrograms);
    expect(await dumpIndex(world.databaseUrl)).toEqual(fresh);
  }

  async function claimed(account: Address): Promise<string | null> {
    const { rows } = await world.pool.query<{ amount: string }>(
      'SELECT amount::text FROM reward_claimed WHERE account = $1',
      [account],
    );
    return rows[0]?.amount ?? null;
  }

  it('sums what distributors paid', async () => {
    await world.claim('airdrop', accounts[0]!);
    await world.claim('airdrop', accounts[1]!);
    await world.index.catchUp();
    expect(await claimed(accounts[1]!)).toBe((2n * WHOLE).toString());
    await expectFresh();
  });

  it.each([1, 3])('undoes roots and payments with a reorg of depth %i', async (depth) => {
    await world.claim('airdrop', accounts[2 + depth]!);
    await world.index.catchUp();
    expect(await claimed(accounts[2 + depth]!)).not.toBeNull();
    await world.fixture.client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    await world.fixture.client.mine({ blocks: 1 });
    const steps = await world.index.catchUp();
    expect(steps.map((step) => step.kind)).toContain('rolled-back');
    expect(await claimed(accounts[2 + depth]!)).toBeNull();
    await expectFresh();
  });

  it('catches up on a distributor that was at work before its program was added', async () => {
    const distributor = await world.deployDistributor(5n * WHOLE);
    await world.setRoot(distributor, `0x${'11'.repeat(32)}`);
    await world.index.catchUp();
    await world.addList('late', new Map([[accounts[0]!, WHOLE]]), { distributor });
    const [followed] = await world.index.catchUp();
    expect(followed).toMatchObject({
      kind: 'followed',
      distributors: 1,
      unknownRoots: [{ programId: 'late', distributor, root: `0x${'11'.repeat(32)}` }],
    });
    await expectFresh();
  });

  it('names a root that nobody published, and none that somebody did', async () => {
    await world.publish('late');
    const { rows } = await world.pool.query<{ distributor: Address }>(
      `SELECT distributor FROM programs WHERE id = 'late'`,
    );
    await world.setRoot(rows[0]!.distributor, `0x${'22'.repeat(32)}`);
    const steps = await world.index.catchUp();
    expect(steps.flatMap((step) => (step.kind === 'advanced' ? step.unknownRoots : []))).toEqual([
      { programId: 'late', distributor: rows[0]!.distributor, root: `0x${'22'.repeat(32)}` },
    ]);
    // Without a tree nothing is promised, which is no alarm.
    await world.setRoot(rows[0]!.distributor, `0x${'00'.repeat(32)}`);
    const later = await world.index.catchUp();
    expect(later.flatMap((step) => (step.kind === 'advanced' ? step.unknownRoots : []))).toEqual([]);
    await expectFresh();
  });

  it('is the same after it was built anew beside itself, and goes on from there', async () => {
    const before = await dumpIndex(world.databaseUrl);
    expect(before['reward_claimed']).not.toEqual([]);
    await world.index.rebuild();
    expect(await dumpIndex(world.databaseUrl)).toEqual(before);
    await world.claim('airdrop', accounts[6]!);
    await world.index.catchUp();
    expect(await claimed(accounts[6]!)).toBe((7n * WHOLE).toString());
    await expectFresh();
  });
});
