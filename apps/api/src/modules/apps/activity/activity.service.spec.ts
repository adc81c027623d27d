import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../../test/support/service-ports.js';
import type { ActivityRepository, ActivityRow } from './activity.repository.js';
import { ActivityService } from './activity.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const OTHER = '0x0000000000000000000000000000000000000002' as Address;

const event = (blockNumber: number, oraclePrice: string | null): ActivityRow => ({
  type: 'buy',
  txHash: `0x${'01'.repeat(32)}`,
  logIndex: 3,
  blockNumber,
  blockHash: '09'.repeat(32),
  timestamp: '2026-01-01T00:00:00+00:00',
  from: TOKEN,
  to: OTHER,
  tokenAmount: '4000000000000000000',
  platformAmount: '10000000000000000000',
  fee: '2000000000000000000',
  oraclePrice,
});

const asked = { limit: 1 };

const serviceFinding = (...pages: (readonly ActivityRow[] | null)[]) => {
  const readActivity = jest.fn<ActivityRepository['readActivity']>().mockResolvedValue(null);
  for (const activity of pages) readActivity.mockResolvedValueOnce({ asOf: HEAD, activity });
  const service = new ActivityService(stub<ActivityRepository>({ readActivity }), testCursors());
  return { readActivity, service };
};

describe('ActivityService', () => {
  it('goes on below the last event that was shown, of the same token and type', async () => {
    const { readActivity, service } = serviceFinding([event(9, null), event(8, null)], [event(8, null)]);
    const { activity, nextCursor: cursor } = (await service.list(TOKEN, asked)).body;
    expect(activity).toMatchObject([{ blockNumber: 9 }]);
    expect((await service.list(TOKEN, { ...asked, cursor: cursor! })).body.nextCursor).toBeNull();
    const below = { block: 9, logIndex: 3, blockHash: '09'.repeat(32) };
    expect(readActivity).toHaveBeenLastCalledWith(TOKEN, null, expect.objectContaining(below), 2);
    const invalid = { details: { reason: 'cursor_invalid' } };
    await expect(service.list(OTHER, { ...asked, cursor: cursor! })).rejects.toMatchObject(invalid);
    await expect(service.list(TOKEN, { ...asked, type: 'buy', cursor: cursor! })).rejects.toMatchObject(
      invalid,
    );
  });

  it('prices and values a trade where its dollars are known, and nothing else', async () => {
    const transfer = { ...event(7, '25000000'), type: 'transfer', platformAmount: null, fee: null } as const;
    const launch = { ...event(6, '25000000'), type: 'launch', tokenAmount: null, fee: null } as const;
    const { service } = serviceFinding([event(9, '25000000'), event(8, null), transfer, launch]);
    const { activity } = (await service.list(TOKEN, { ...asked, limit: 4 })).body;
    expect(activity.map(({ priceUsd, valueUsd }) => [priceUsd, valueUsd])).toEqual([
      [0.5, 2.5],
      [null, null],
      [null, null],
      [null, null],
    ]);
    expect(activity[0]).toMatchObject({ timestamp: '2026-01-01T00:00:00.000Z' });
  });

  it('tells an app that there is not from one without events, and from an index without blocks', async () => {
    const { service } = serviceFinding([], null);
    expect((await service.list(TOKEN, asked)).body).toEqual({ activity: [], nextCursor: null });
    await expect(service.list(TOKEN, asked)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.list(TOKEN, asked)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
