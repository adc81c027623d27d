import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../../test/support/service-ports.js';
import type { MomentsService } from '../../../platform/moments/moments.service.js';
import type { HoldersRepository } from './holders.repository.js';
import type { PastHoldersRepository } from './past-holders.repository.js';
import { HoldersService } from './holders.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const OTHER = '0x0000000000000000000000000000000000000002' as Address;

const page = { asOf: HEAD, known: true, supply: '10', total: 2 };

const makeService = (readHolders: HoldersRepository['readHolders']): HoldersService =>
  new HoldersService(
    stub<HoldersRepository>({ readHolders }),
    stub<PastHoldersRepository>({}),
    testCursors(),
    stub<MomentsService>({}),
  );

describe('HoldersService', () => {
  it('counts ranks and shares on over pages of one token', async () => {
    const readHolders = jest
      .fn<HoldersRepository['readHolders']>()
      .mockResolvedValueOnce({
        ...page,
        holders: [
          [TOKEN, '5', 'curve'],
          [OTHER, '2', null],
        ],
      })
      .mockResolvedValueOnce({ ...page, holders: [[OTHER, '2', null]] })
      .mockResolvedValueOnce(null);
    const service = makeService(readHolders);
    const first = (await service.list(TOKEN, 1, null)).body;
    expect(first.holders).toEqual([{ rank: 1, address: TOKEN, balance: '5', share: 0.5, label: 'curve' }]);
    const cursor = first.nextCursor!;
    const second = (await service.list(TOKEN, 1, cursor)).body;
    expect(second).toMatchObject({ holders: [{ rank: 2, share: 0.2 }], totalHolders: 2, nextCursor: null });
    expect(readHolders).toHaveBeenLastCalledWith(
      TOKEN,
      expect.objectContaining({ indexRevision: '5', balance: '5', holder: TOKEN }),
      2,
    );
    await expect(service.list(TOKEN, 1, cursor)).rejects.toMatchObject({
      details: { reason: 'cursor_expired' },
    });
    await expect(service.list(OTHER, 1, cursor)).rejects.toMatchObject({
      details: { reason: 'cursor_invalid' },
    });
  });

  it('knows no such app', async () => {
    const readHolders = () => Promise.resolve({ ...page, known: false, holders: [] });
    const service = makeService(readHolders);
    await expect(service.list(TOKEN, 1, null)).rejects.toMatchObject({ code: 'not_found' });
  });
});
