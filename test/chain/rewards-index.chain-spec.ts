import { idOfAddress } from '@slipway/database';
import type { Address } from 'viem';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { dumpIndex } from '../support/index-fixture.js';
import { RewardFixture, WHOLE } from '../support/reward-fixture.js';

describe('the index of rewards', () => {
  let rewards: RewardFixture;
  let accounts: readonly Address[];

  beforeAll(async () => {
    rewards = await RewardFixture.open();
    accounts = rewards.fixture.traders;
    const amounts = new Map(accounts.map((account, i) => [account, BigInt(i + 1) * WHOLE]));
    await rewards.addList('airdrop', amounts);
    await rewards.publish('airdrop');
  });

  afterAll(async () => {
    await rewards.close();
  });

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(rewards.databaseUrl, rewards.fixture.anvil.rpcUrl, {}, rewards.copyPrograms);
  }

  async function claimed(account: Address): Promise<string | null> {
    const { rows } = await rewards.pool.query<{ amount: string }>(
      `SELECT amount::text FROM reward_claimed WHERE account_id = ${idOfAddress('$1')}`,
      [account],
    );
    return rows[0]?.amount ?? null;
  }

  it('sums what distributors paid', async () => {
    await rewards.claim('airdrop', accounts[0]!);
    await rewards.claim('airdrop', accounts[1]!);
    await rewards.index.catchUp();
    expect(await claimed(accounts[1]!)).toBe((2n * WHOLE).toString());
    await expectFresh();
  });

  it.each([1, 3])('undoes roots and payments with a reorg of depth %i', async (depth) => {
    await rewards.claim('airdrop', accounts[2 + depth]!);
    await rewards.index.catchUp();
    expect(await claimed(accounts[2 + depth]!)).not.toBeNull();
    await rewards.fixture.client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    await rewards.fixture.client.mine({ blocks: 1 });
    const steps = await rewards.index.catchUp();
    expect(steps.map((step) => step.kind)).toContain('rolled-back');
    expect(await claimed(accounts[2 + depth]!)).toBeNull();
    await expectFresh();
  });

  it('catches up on a distributor that was at work before its program was added', async () => {
    const distributor = await rewards.deployDistributor(5n * WHOLE);
    await rewards.setRoot(distributor, `0x${'11'.repeat(32)}`);
    await rewards.index.catchUp();
    await rewards.addList('late', new Map([[accounts[0]!, WHOLE]]), { distributor });
    const [followed] = await rewards.index.catchUp();
    expect(followed).toMatchObject({
      kind: 'followed',
      distributors: 1,
      unknownRoots: [{ programId: 'late', distributor, root: `0x${'11'.repeat(32)}` }],
    });
    await expectFresh();
  });

  it('names a root that was not published, and none that was', async () => {
    await rewards.publish('late');
    const { rows } = await rewards.pool.query<{ distributor: Address }>(
      `SELECT distributor FROM programs WHERE id = 'late'`,
    );
    await rewards.setRoot(rows[0]!.distributor, `0x${'22'.repeat(32)}`);
    const steps = await rewards.index.catchUp();
    expect(steps.flatMap((step) => (step.kind === 'advanced' ? step.unknownRoots : []))).toEqual([
      { programId: 'late', distributor: rows[0]!.distributor, root: `0x${'22'.repeat(32)}` },
    ]);
    // Without a tree nothing is promised, which is no alarm.
    await rewards.setRoot(rows[0]!.distributor, `0x${'00'.repeat(32)}`);
    const later = await rewards.index.catchUp();
    expect(later.flatMap((step) => (step.kind === 'advanced' ? step.unknownRoots : []))).toEqual([]);
    await expectFresh();
  });

  it('is the same after it was built anew beside itself, and goes on from there', async () => {
    const before = await dumpIndex(rewards.databaseUrl);
    expect(before['reward_claimed']).not.toEqual([]);
    await rewards.index.rebuild();
    expect(await dumpIndex(rewards.databaseUrl)).toEqual(before);
    await rewards.claim('airdrop', accounts[6]!);
    await rewards.index.catchUp();
    expect(await claimed(accounts[6]!)).toBe((7n * WHOLE).toString());
    await expectFresh();
  });
});
