import { jest } from '@jest/globals';
import { UnreachableError, type PlatformBalances } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../test/support/service-ports.js';
import type { MomentsService } from '../../platform/moments/moments.service.js';
import type { ActivityRepository } from './activity.repository.js';
import type { PortfolioRepository } from './portfolio.repository.js';
import { PortfolioService } from './portfolio.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;
const OTHER = '0x0000000000000000000000000000000000000002' as Address;
const item = { token: OTHER, symbol: 'A', balance: '1', cost: null, value: null };
const balances = stub<PlatformBalances>({ read: () => Promise.resolve(3n * 10n ** 18n) });
const activity = stub<ActivityRepository>({});
const moments = stub<MomentsService>({});
const block = { block: 7, time: HEAD.time, hash: HEAD.hash };

describe('PortfolioService', () => {
  it('shows later pages of positions as they were at the first, and of the same wallet', async () => {
    const rankPositions = () => Promise.resolve({ asOf: HEAD, items: [item, item] });
    const rankPositionsAt = jest
      .fn<PortfolioRepository['rankPositionsAt']>()
      .mockResolvedValueOnce({ asOf: HEAD, items: [item] })
      .mockResolvedValueOnce(null);
    const repository = stub<PortfolioRepository>({ rankPositions, rankPositionsAt });
    const service = new PortfolioService(repository, activity, testCursors(), balances, moments);
    const { response, nextCursor } = await service.listPositions(WALLET, 1, null);
    expect(response.body.positions).toEqual([{ tokenAddress: OTHER, symbol: 'A', balance: '1' }]);
    expect((await service.listPositions(WALLET, 1, nextCursor)).nextCursor).toBeNull();
    expect(rankPositionsAt).toHaveBeenCalledWith(WALLET, block, 1, 2);
    const expired = service.listPositions(WALLET, 1, nextCursor);
    await expect(expired).rejects.toMatchObject({ details: { reason: 'cursor_expired' } });
    const stolen = service.listPositions(OTHER, 1, nextCursor);
    await expect(stolen).rejects.toMatchObject({ details: { reason: 'cursor_invalid' } });
  });

  it('says what the wallet has of the platform token, and nothing where no node can', async () => {
    const sums = { positions: 0, priced: 0, value: null, cost: null, unrealized: null, realized: null };
    const readSums = () => Promise.resolve({ asOf: HEAD, ...sums, oraclePrice: '250000000' });
    const repository = stub<PortfolioRepository>({ readSums });
    const known = await new PortfolioService(
      repository,
      activity,
      testCursors(),
      balances,
      moments,
    ).getPortfolio(WALLET);
    expect(known.body.platformToken).toEqual({ balance: '3000000000000000000', valueUsd: 7.5 });
    // The block is gone from the node: the index is at the next one soon.
    const later = { ...HEAD, block: HEAD.block + 1n };
    const moving = stub<PortfolioRepository>({
      readSums: jest
        .fn<PortfolioRepository['readSums']>()
        .mockResolvedValueOnce({ asOf: HEAD, ...sums, oraclePrice: '250000000' })
        .mockResolvedValue({ asOf: later, ...sums, oraclePrice: '300000000' }),
    });
    const ofLater = stub<PlatformBalances>({
      read: ({ block }) =>
        block === later.block ? Promise.resolve(10n ** 18n) : Promise.reject(new Error('gone')),
    });
    const moved = await new PortfolioService(moving, activity, testCursors(), ofLater, moments).getPortfolio(
      WALLET,
    );
    expect([moved.asOf.block, moved.body.platformToken]).toEqual([
      later.block,
      { balance: '1000000000000000000', valueUsd: 3 },
    ]);
    // A node that is away is not waited for.
    const read = jest.fn<PlatformBalances['read']>().mockRejectedValue(new UnreachableError('no connection'));
    const away = stub<PlatformBalances>({ read });
    const unknown = await new PortfolioService(
      repository,
      activity,
      testCursors(),
      away,
      moments,
    ).getPortfolio(WALLET);
    expect(unknown.body).toMatchObject({ totalValueUsd: 0, platformToken: null });
    expect(read).toHaveBeenCalledTimes(1);
  });
});
