import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { type ClaimChain, MULTICALL3_ADDRESS } from '@slipway/chain';
import type { Settings } from '@slipway/settings';
import { stub } from '../../../../../../test/support/service-ports.js';
import type { RewardsRepository } from '../rewards.repository.js';
import { ClaimsService } from './claims.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;

const DISTRIBUTOR = '0x0000000000000000000000000000000000000002' as Address;

const program = (programId: string, isOurToken: boolean) => ({
  ...{ programId, distributor: DISTRIBUTOR, rewardToken: WALLET, isOurToken },
});

const leaf = { programId: '', isKnown: true, cumulative: '10', proof: [] };

const staleLeaf = { programId: '', isKnown: false, cumulative: null, proof: null };

const state = (claimed: bigint) => ({ root: `0x${'01'.repeat(32)}` as const, claimed });

const block = {
  number: 7,
  time: new Date(7_000),
  baseFee: 1n,
  miner: WALLET,
  mixHash: state(0n).root,
  hash: state(0n).root,
};

/** Programs `a`, `b`, ...: one for each leaf, all of them with 10 to claim until a test says otherwise. */
const setUp = (...leaves: (typeof leaf | typeof staleLeaf)[]) => {
  const programs = leaves.map((_, i) => program(String.fromCharCode(97 + i), true));
  const readStates = jest.fn<ClaimChain['readStates']>().mockResolvedValue(programs.map(() => state(0n)));
  const measure = jest
    .fn<ClaimChain['measure']>()
    .mockImplementation((_, { parts }) => Promise.resolve([10n * BigInt(parts.length)]));
  const measureEach = jest
    .fn<ClaimChain['measureEach']>()
    .mockImplementation((_, claims) => Promise.resolve(claims.map(() => [10n])));
  const repository = stub<RewardsRepository>({
    listClaimable: () => Promise.resolve(programs),
    readLeaves: (_, trees) => Promise.resolve(leaves.slice(0, trees.length)),
  });
  const readNewestBlock = () => Promise.resolve(block);
  const chain = stub<ClaimChain>({ readNewestBlock, readStates, measure, measureEach });
  const service = new ClaimsService(repository, chain, stub<Settings>({ chainId: 31_337 }));
  const paid = async (ids: readonly string[] | null = null) =>
    (await service.createPayload(WALLET, ids)).body.merkleProofs.map(({ programId }) => programId);
  return { service, programs, readStates, measure, measureEach, paid };
};

describe('ClaimsService', () => {
  it('sends one claim to its distributor, several through Multicall3, at most 100', async () => {
    const one = await setUp(leaf).service.createPayload(WALLET, null);
    expect(one).toMatchObject({ asOf: { block: 7n }, body: { to: DISTRIBUTOR, value: '0' } });
    const many = await setUp(...Array<typeof leaf>(101).fill(leaf)).service.createPayload(WALLET, null);
    expect(many.body.to).toBe(MULTICALL3_ADDRESS);
    expect(many.body.merkleProofs).toHaveLength(100);
  });

  it('passes over a root that is not known, unless it was asked for or nothing else pays', async () => {
    expect(await setUp(leaf, staleLeaf).paid()).toEqual(['a']);
    const stale = (programId: string) => ({ code: 'stale_root', details: { programIds: [programId] } });
    await expect(setUp(leaf, staleLeaf).paid(['a', 'b'])).rejects.toMatchObject(stale('b'));
    await expect(setUp(staleLeaf).paid()).rejects.toMatchObject(stale('a'));
  });

  it('pays nothing of what was paid, or of a distributor without a root', async () => {
    for (const found of [state(10n), { root: null, claimed: 0n }, null]) {
      const { readStates, paid } = setUp(leaf);
      readStates.mockResolvedValue([found]);
      await expect(paid()).rejects.toMatchObject({ code: 'nothing_to_claim' });
    }
  });

  it('hands out claims of which everything arrives, together or else one', async () => {
    const { measure, measureEach, paid } = setUp(leaf, leaf, leaf);
    measureEach.mockResolvedValue([[10n], [9n], [11n]]);
    measure.mockResolvedValueOnce([29n]);
    expect(await paid()).toEqual(['a', 'c']);
    measure.mockResolvedValue([19n]);
    expect(await paid()).toEqual(['a']);
    measureEach.mockResolvedValue([[9n], [0n], [-1n]]);
    await expect(paid()).rejects.toMatchObject({ code: 'nothing_to_claim' });
  });

  it('refuses what was named and does not arrive', async () => {
    const { measure, measureEach, paid } = setUp(leaf, leaf, leaf);
    measure.mockResolvedValue([29n]);
    measureEach.mockResolvedValue([[10n], [9n], [10n]]);
    const unsafe = { code: 'claim_unsafe', details: { programIds: ['b'] } };
    await expect(paid(['a', 'b', 'c'])).rejects.toMatchObject(unsafe);
  });

  it("puts a stranger's token in no call with others, unless it was named", async () => {
    const { programs, paid, measureEach } = setUp(leaf, leaf, leaf);
    programs[0]!.isOurToken = false;
    programs[1]!.isOurToken = false;
    expect(await paid()).toEqual(['c']);
    expect(await paid(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    programs[2]!.isOurToken = false;
    measureEach.mockResolvedValue([[0n], [10n], [10n]]);
    expect(await paid()).toEqual(['b']);
  });

  it('refuses programs that there are not, and cannot say while the chain is away', async () => {
    const { readStates, paid } = setUp(leaf);
    const unknown = { code: 'not_found', details: { programIds: ['y', 'z'] } };
    await expect(paid(['z', 'a', 'y', 'z'])).rejects.toMatchObject(unknown);
    readStates.mockRejectedValue(new Error('away'));
    await expect(paid()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
