import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../test/support/service-ports.js';
import type { AppsRepository } from './apps.repository.js';
import { ActivityService } from './activity.service.js';
import type { ActivityRow } from './activity.types.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;
const OTHER = '0x0000000000000000000000000000000000000002' as Address;
const event = (blockNumber: number, usdAmount: string | null): ActivityRow => ({
  type: 'buy',
  txHash: `0x${'01'.repeat(32)}`,
  logIndex: 3,
  blockNumber,
  blockHash: '09'.repeat(32),
  timestamp: '2026-01-01T00:00:00+00:00',
  from: TOKEN,
  to: OTHER,
  tokenAmount: '1',
  platformAmount: '1',
  priceUsd: null,
  usdAmount,
});
const asked = { limit: 1 };
const answering = (...pages: (readonly ActivityRow[] | null)[]) => {
  const readActivity = jest.fn<AppsRepository['readActivity']>().mockResolvedValue(null);
  for (const activity of pages) readActivity.mockResolvedValueOnce({ asOf: HEAD, activity });
  const service = new ActivityService(stub<AppsRepository>({ readActivity }), testCursors());
  return { readActivity, service };
};

describe('ActivityService', () => {
  it('goes on below the last event that was shown, of the same token and type', async () => {
    const { readActivity, service } = answering([event(9, null), event(8, null)], [event(8, null)]);
    const { activity, nextCursor: cursor } = (await service.list(TOKEN, asked)).body;
    expect(activity).toMatchObject([{ blockNumber: 9 }]);
    expect((await service.list(TOKEN, { ...asked, cursor: cursor! })).body.nextCursor).toBeNull();
    const below = { blockNumber: 9, logIndex: 3, blockHash: '09'.repeat(32) };
    expect(readActivity).toHaveBeenLastCalledWith(TOKEN, null, expect.objectContaining(below), 2);
    const invalid = { details: { reason: 'cursor_invalid' } };
    await expect(service.list(OTHER, { ...asked, cursor: cursor! })).rejects.toMatchObject(invalid);
    await expect(service.list(TOKEN, { ...asked, type: 'buy', cursor: cursor! })).rejects.toMatchObject(
      invalid,
    );
  });

  it('values an event where its dollars are known', async () => {
    const { service } = answering([event(9, '250000000000000000000000000'), event(8, null)]);
    const { activity } = (await service.list(TOKEN, { ...asked, limit: 2 })).body;
    expect(activity.map(({ valueUsd }) => valueUsd)).toEqual([2.5, null]);
    expect(activity[0]).toMatchObject({ timestamp: '2026-01-01T00:00:00.000Z' });
  });

  it('tells an app that there is not from one without events, and from an index without blocks', async () => {
    const { service } = answering([], null);
    expect((await service.list(TOKEN, asked)).body).toEqual({ activity: [], nextCursor: null });
    await expect(service.list(TOKEN, asked)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.list(TOKEN, asked)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
