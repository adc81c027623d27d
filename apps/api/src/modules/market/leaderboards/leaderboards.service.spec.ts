import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { LeaderboardsRepository } from './leaderboards.repository.js';
import { LeaderboardsService } from './leaderboards.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

describe('LeaderboardsService', () => {
  const readBoard = () =>
    Promise.resolve({
      hasFeed: true,
      asOf: HEAD,
      entries: [[TOKEN, 'A', `25${'0'.repeat(25)}`, true] as const],
    });
  const service = new LeaderboardsService(stub<LeaderboardsRepository>({ readBoard }));
  const asked = { window: '7d', limit: 5 } as const;

  it('takes the first metric of a board, and writes dollars with decimals', async () => {
    const { body } = await service.get('apps', asked);
    expect(body).toMatchObject({ metric: 'volume', unit: 'usd' });
    expect(body.entries).toEqual([{ rank: 1, address: TOKEN, symbol: 'A', value: '2.5', partial: true }]);
    const exact = stub<LeaderboardsRepository>({
      readBoard: () =>
        Promise.resolve({
          asOf: HEAD,
          hasFeed: true,
          entries: [[TOKEN, 'A', '424766225703976049999999999999', false] as const],
        }),
    });
    const [first] = (await new LeaderboardsService(exact).get('apps', asked)).body.entries;
    expect(first?.value).toBe('4247.66225703976');
    const { entries } = (await service.get('apps', { ...asked, metric: 'fees' })).body;
    expect(entries[0]?.value).toBe(`25${'0'.repeat(25)}`);
  });

  it('counts in platform tokens where there is no feed', async () => {
    const without = stub<LeaderboardsRepository>({
      readBoard: async () => ({ ...(await readBoard()), hasFeed: false }),
    });
    const { body } = await new LeaderboardsService(without).get('apps', asked);
    expect(body).toMatchObject({
      unit: 'platform',
      entries: [{ value: `25${'0'.repeat(17)}`, partial: false }],
    });
  });

  it('refuses a metric of another board', async () => {
    const graduations = service.get('apps', { ...asked, metric: 'graduations' });
    await expect(graduations).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
