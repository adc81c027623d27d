import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import type { RankedApp } from '../app-rows.types.js';
import { HEAD, stub, testCursors } from '../../../../../../test/support/service-ports.js';
import type { AppRepository } from '../app/app.repository.js';
import type { AppListRepository } from './list.repository.js';
import { AppListService } from './list.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const context = {
  oraclePrice: null,
  oraclePrice24h: null,
  totalSupply: '1',
  graduationThreshold: '1',
  initialPlatform: '1',
  initialToken: '1',
};

const app = (launchBlock: number): RankedApp => ({
  rank: '3',
  revision: null,
  token: TOKEN,
  name: 'A',
  symbol: 'A',
  imageUrl: null,
  creator: TOKEN,
  launchedAt: '2026-01-01T00:00:00Z',
  launchBlock,
  launchLogIndex: 1,
  pool: null,
  platformReserve: '1',
  tokenReserve: '1',
  platformReserve24h: null,
  tokenReserve24h: null,
  realPlatformReserve: '0',
  volumeUsd24h: '0',
  holders: 1,
  trades24h: 0,
  lastTradeAt: null,
  launchOraclePrice: null,
  supply: null,
});

const asked = { sort: 'holders', limit: 1 } as const;

describe('AppListService', () => {
  it('goes on below the last app that was shown, in the state of the index that was shown', async () => {
    const rankBelow = jest.fn<AppListRepository['rankBelow']>().mockResolvedValue(null);
    const rank = () => Promise.resolve({ asOf: HEAD, context, items: [app(9), app(8)] });
    const service = new AppListService(
      stub<AppListRepository>({ rank, rankBelow }),
      stub<AppRepository>({}),
      testCursors(),
    );
    const { apps, nextCursor: cursor } = (await service.list(asked)).body;
    expect(apps).toHaveLength(1);
    // That state is kept no longer.
    await expect(service.list({ ...asked, cursor: cursor! })).rejects.toMatchObject({
      details: { reason: 'cursor_expired' },
    });
    const below = { indexRevision: '5', rank: '3', block: 9, logIndex: 1 };
    expect(rankBelow).toHaveBeenCalledWith(
      'holders',
      expect.anything(),
      expect.objectContaining(below),
      2,
      null,
    );
    for (const other of [{ sort: 'trending' }, { stage: 'curve' }, { creator: TOKEN }] as const)
      await expect(service.list({ ...asked, ...other, cursor: cursor! })).rejects.toMatchObject({
        details: { reason: 'cursor_invalid' },
      });
  });

  it('has no next page when no app is left', async () => {
    const rank = () => Promise.resolve({ asOf: HEAD, context, items: [app(9)] });
    const service = new AppListService(
      stub<AppListRepository>({ rank }),
      stub<AppRepository>({}),
      testCursors(),
    );
    expect((await service.list(asked)).body.nextCursor).toBeNull();
  });
});
