import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../test/support/service-ports.js';
import type { PortfolioRepository } from './portfolio.repository.js';
import { PortfolioService } from './portfolio.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;
const OTHER = '0x0000000000000000000000000000000000000002' as Address;
const item = { token: OTHER, symbol: 'A', balance: '1', cost: null, value: null };
const block = { number: 7, time: HEAD.time, hash: HEAD.hash };

describe('PortfolioService', () => {
  it('shows later pages of positions as they were at the first, and of the same wallet', async () => {
    const rankPositions = () => Promise.resolve({ asOf: HEAD, block, items: [item, item] });
    const rankPositionsAt = jest
      .fn<PortfolioRepository['rankPositionsAt']>()
      .mockResolvedValueOnce({ asOf: HEAD, block, items: [item] })
      .mockResolvedValueOnce(null);
    const repository = stub<PortfolioRepository>({ rankPositions, rankPositionsAt });
    const service = new PortfolioService(repository, testCursors());
    const { response, nextCursor } = await service.listPositions(WALLET, 1, null);
    expect(response.body.positions).toEqual([{ tokenAddress: OTHER, symbol: 'A', balance: '1' }]);
    expect((await service.listPositions(WALLET, 1, nextCursor)).nextCursor).toBeNull();
    expect(rankPositionsAt).toHaveBeenCalledWith(WALLET, block, 1, 2);
    const expired = service.listPositions(WALLET, 1, nextCursor);
    await expect(expired).rejects.toMatchObject({ details: { reason: 'cursor_expired' } });
    const stolen = service.listPositions(OTHER, 1, nextCursor);
    await expect(stolen).rejects.toMatchObject({ details: { reason: 'cursor_invalid' } });
  });
});
