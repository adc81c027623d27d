import { idOfAddress } from '@slipway/database';
import fc from 'fast-check';
import type { Address } from 'viem';
import { ProgramError, type NewProgram } from '@slipway/reward-programs';
import { toAddress } from '@slipway/domain';
import { DAY_SECONDS, RewardFixture, WHOLE } from '../support/reward-fixture.js';

describe('programs and their trees', () => {
  let rewards: RewardFixture;

  beforeAll(async () => {
    rewards = await RewardFixture.open();
  });

  afterAll(async () => {
    await rewards.close();
  });

  it('is refused what could not work, in words', async () => {
    const [alice, bob] = rewards.fixture.traders as [Address, Address];
    const list = new Map([[alice, WHOLE]]);
    const platformToken = toAddress(rewards.fixture.addresses.platformToken);
    const refusals: [Partial<NewProgram>, string][] = [
      [{ id: 'No' }, 'an id is 1 to 64'],
      [{ endsAt: new Date(0) }, 'must start before it ends'],
      [{ emissionsPerDay: 1n }, 'the list promises'],
      [{ rule: 'volume' }, 'needs a list'],
      [{ distributor: platformToken }, 'is no rewards distributor'],
      [{ distributor: toAddress(bob) }, 'is no rewards distributor'],
      [{ rewardToken: toAddress(bob) }, 'is no ERC-20 token'],
      [{ tokenAddress: toAddress(bob) }, 'no app has the token'],
    ];
    for (const [wrong, message] of refusals)
      await expect(rewards.addList('refused', list, wrong)).rejects.toThrow(message);
    const { distributor } = await rewards.addList('taken', list);
    await expect(rewards.addList('taken', list)).rejects.toThrow('program taken has taken already');
    await expect(rewards.addList('other', list, { distributor })).rejects.toThrow('program taken has 0x');
  });

  it('publishes once a day has ended, when it is funded, and not the same twice', async () => {
    const list = new Map([[rewards.fixture.trader(0), WHOLE]]);
    const distributor = await rewards.deployDistributor(WHOLE - 1n);
    await rewards.addList('poor', list, { distributor });
    await rewards.index.catchUp();
    await expect(rewards.programs.publish('poor', null)).rejects.toThrow('send it 1 wei more');
    await rewards.fixture.platform('transfer', rewards.fixture.operator, [distributor, 1n]);
    await rewards.publish('poor');
    await expect(rewards.programs.publish('poor', null)).rejects.toThrow('nothing changed');
    const startsAt = new Date((Math.floor(Date.now() / 1_000) - 60) * 1_000);
    await rewards.addList('young', list, { startsAt, endsAt: new Date(startsAt.getTime() + 86_400_000) });
    await expect(rewards.programs.publish('young', null)).rejects.toThrow('no day of the program has ended');
    const later = new Date(Date.now() + 9 * 86_400_000);
    await expect(rewards.programs.publish('young', later)).rejects.toThrow('--until must not be later');
    await expect(rewards.programs.publish('none', null)).rejects.toThrow(ProgramError);
  });

  it('ends a program now and never gives back what was published', async () => {
    const list = new Map([[rewards.fixture.trader(0), 3n * WHOLE]]);
    const startsAt = new Date((Math.floor(Date.now() / 1_000) - 1.5 * DAY_SECONDS) * 1_000);
    const endsAt = new Date(startsAt.getTime() + 3 * 86_400_000);
    await rewards.addList('ended-early', list, { startsAt, endsAt, emissionsPerDay: WHOLE });
    const first = await rewards.publish('ended-early');
    expect(first.total).toBe(WHOLE);
    await expect(rewards.programs.end('ended-early', new Date(0))).rejects.toThrow('must not be in the past');
    await rewards.programs.end('ended-early', null);
    await expect(rewards.programs.end('ended-early', endsAt)).rejects.toThrow('already');
    await rewards.passDays(2);
    const { total, emitted } = await rewards.publish('ended-early');
    // One day and a half: the list vests over the three days that were planned.
    expect(total > WHOLE && total < 2n * WHOLE).toBe(true);
    expect(total <= emitted).toBe(true);
  });

  it('claimed and claimable never exceed the funds, never shrink, and add up to the tree, whatever happens', async () => {
    const accounts = rewards.fixture.traders.slice(0, 4);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 20n }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.oneof(fc.constant('publish' as const), fc.integer({ min: 0, max: 3 })), { maxLength: 6 }),
        async (amounts, steps) => {
          run += 1;
          const id = `random-${run}`;
          await playProgram(rewards, id, new Map(amounts.map((amount, i) => [accounts[i]!, amount])), steps);
        },
      ),
      { numRuns: 4 },
    );
  });
});

/** A program of some days, in which trees are published and accounts claim; checks the sums after every step. */
async function playProgram(
  rewards: RewardFixture,
  id: string,
  amounts: ReadonlyMap<Address, bigint>,
  steps: readonly ('publish' | number)[],
): Promise<void> {
  const funds = [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
  const { timestamp } = await rewards.fixture.client.getBlock();
  const startsAt = new Date(Number(timestamp) * 1_000);
  const days = 4;
  const distributor = await rewards.deployDistributor(funds + 4n);
  await rewards.addList(id, amounts, {
    startsAt,
    endsAt: new Date(startsAt.getTime() + days * 86_400_000),
    emissionsPerDay: funds / BigInt(days) + 1n,
    distributor,
  });
  let before = 0n;
  for (const step of ['publish' as const, ...steps]) {
    if (step === 'publish') {
      await rewards.passDays(1);
      await rewards.index.catchUp();
      await rewards.publish(id).catch((error: unknown) => {
        if (!(error instanceof ProgramError)) throw error;
      });
    } else {
      const due = await rewards.programs.findClaim(id, toAddress([...amounts.keys()][step % amounts.size]!));
      if (due !== null && due.claimed < due.cumulative) await rewards.claim(id, due.account);
      await rewards.index.catchUp();
    }
    const { claimed, claimable, total } = await sums(rewards, id);
    const balance = await rewards.fixture.platformBalance(distributor);
    expect(claimed + claimable).toBe(total);
    expect(claimable <= balance).toBe(true);
    expect(total >= before).toBe(true);
    before = total;
  }
}

async function sums(rewards: RewardFixture, id: string) {
  const { rows } = await rewards.pool.query<Record<'claimed' | 'claimable' | 'total', string>>(
    `SELECT coalesce(sum(c.amount), 0)::text AS claimed, coalesce(sum(a.amount - coalesce(c.amount, 0)), 0)::text AS claimable,
      coalesce(max(t.total), 0)::text AS total
    FROM programs p JOIN LATERAL (
      SELECT root FROM reward_roots r WHERE r.distributor_id = ${idOfAddress('p.distributor')}
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) r ON true JOIN reward_trees t ON t.program_id = p.id AND t.root = r.root
    JOIN reward_allocations a ON a.tree_id = t.id
    LEFT JOIN reward_claimed c ON c.distributor_id = ${idOfAddress('p.distributor')} AND c.account_id = ${idOfAddress('a.account')}
    WHERE p.id = $1`,
    [id],
  );
  const { claimed, claimable, total } = rows[0]!;
  return { claimed: BigInt(claimed), claimable: BigInt(claimable), total: BigInt(total) };
}
