import { jest } from '@jest/globals';
import { MULTICALL3_ADDRESS, type ClaimChain } from '@slipway/chain';
import type { Settings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { stub } from '../../../../../test/support/service-ports.js';
import { ClaimsService } from './claims.service.js';
import type { RewardsRepository } from './rewards.repository.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;
const DISTRIBUTOR = '0x0000000000000000000000000000000000000002' as Address;
const program = (programId: string) => ({ programId, distributor: DISTRIBUTOR, rewardToken: WALLET });
const leaf = { programId: '', isKnown: true, cumulative: '10', proof: [] };
const staleLeaf = { programId: '', isKnown: false, cumulative: null, proof: null };
const state = (claimed: bigint) => ({ root: `0x${'01'.repeat(32)}` as const, claimed });
/** Programs `a`, `b`, ...: one for each leaf, all of them with 10 to claim until a test says otherwise. */
const setUp = (...leaves: (typeof leaf | typeof staleLeaf)[]) => {
  const programs = leaves.map((_, i) => program(String.fromCharCode(97 + i)));
  const moment = { block: 7, time: new Date(7_000) };
  const states = programs.map(() => state(0n));
  const readStates = jest.fn<ClaimChain['readStates']>().mockResolvedValue({ moment, states });
  const succeeds = jest.fn<ClaimChain['succeeds']>().mockResolvedValue(true);
  const outcomes = jest.fn<ClaimChain['outcomes']>();
  const repository = stub<RewardsRepository>({
    listClaimable: () => Promise.resolve(programs),
    readLeaves: (_, trees) => Promise.resolve(leaves.slice(0, trees.length)),
  });
  const chain = stub<ClaimChain>({ readStates, succeeds, outcomes });
  const service = new ClaimsService(repository, chain, stub<Settings>({ chainId: 31_337 }));
  const paid = async (ids: readonly string[] | null = null) =>
    (await service.createPayload(WALLET, ids)).body.merkleProofs.map(({ programId }) => programId);
  return { service, moment, readStates, succeeds, outcomes, paid };
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
      const { readStates, moment, paid } = setUp(leaf);
      readStates.mockResolvedValue({ moment, states: [found] });
      await expect(paid()).rejects.toMatchObject({ code: 'nothing_to_claim' });
    }
  });

  it('hands out the claims that go through alone, and only when they do so together', async () => {
    const { succeeds, outcomes, paid } = setUp(leaf, leaf, leaf);
    outcomes.mockResolvedValue([true, false, true]);
    succeeds.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    expect(await paid()).toEqual(['a', 'c']);
    succeeds.mockResolvedValue(false);
    await expect(paid()).rejects.toMatchObject({ code: 'nothing_to_claim' });
  });

  it('refuses programs that there are not, and cannot say while the chain is away', async () => {
    const { readStates, paid } = setUp(leaf);
    const unknown = { code: 'not_found', details: { programIds: ['y', 'z'] } };
    await expect(paid(['z', 'a', 'y', 'z'])).rejects.toMatchObject(unknown);
    readStates.mockRejectedValue(new Error('away'));
    await expect(paid()).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });
});
