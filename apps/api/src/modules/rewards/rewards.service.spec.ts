import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../test/support/service-ports.js';
import type { RewardsRepository } from './rewards.repository.js';
import { RewardsService } from './rewards.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;
const OTHER = '0x0000000000000000000000000000000000000002' as Address;
const reward = (programId: string, claimable: string) => ({
  programId,
  rewardToken: WALLET,
  rewardSymbol: 'SLIP',
  claimable,
  platformReserve: null,
  tokenReserve: null,
});
const prices = { platformToken: WALLET, oraclePrice: '200000000' };

describe('RewardsService', () => {
  it('sums what a wallet may claim over all pages', async () => {
    const rewards = [reward('a', '1000000000000000000'), reward('b', '2000000000000000000')];
    const readRewards = () => Promise.resolve({ asOf: HEAD, rewards, prices });
    const service = new RewardsService(stub<RewardsRepository>({ readRewards }), testCursors());
    const first = await service.getRewards(WALLET, 1, null);
    expect(first.response.body).toMatchObject({
      totalClaimableUsd: 6,
      items: [{ programId: 'a', claimableUsd: 2 }],
    });
    const second = await service.getRewards(WALLET, 1, first.nextCursor);
    expect(second.response.body).toMatchObject({ totalClaimableUsd: 6, items: [{ programId: 'b' }] });
    expect(second.nextCursor).toBeNull();
    await expect(service.getRewards(OTHER, 1, first.nextCursor)).rejects.toMatchObject({
      details: { reason: 'cursor_invalid' },
    });
  });

  it('lets a list of programs hold until one begins or ends', async () => {
    const nextBoundary = new Date(9_000);
    const listActive = jest
      .fn<RewardsRepository['listActive']>()
      .mockResolvedValue({ asOf: HEAD, programs: [], nextBoundary });
    const service = new RewardsService(stub<RewardsRepository>({ listActive }), testCursors());
    expect((await service.listPrograms(null, null)).response.validUntil).toEqual(nextBoundary);
    expect(listActive).toHaveBeenCalledWith(expect.any(Date), null, 1_001);
  });

  it('knows no such program', async () => {
    const readProgram = () => Promise.resolve({ asOf: HEAD, program: null });
    const service = new RewardsService(stub<RewardsRepository>({ readProgram }), testCursors());
    await expect(service.getProgram('a')).rejects.toMatchObject({ code: 'not_found' });
  });
});
