import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub, testCursors } from '../../../../../../test/support/service-ports.js';
import type { DisposalRow, GainsPage, GainsRepository } from './gains.repository.js';
import { GainsService, toDisposal } from './gains.service.js';

const WALLET = '0x0000000000000000000000000000000000000001' as Address;
const OTHER = '0x0000000000000000000000000000000000000002' as Address;
const usd = (whole: number): string => `${whole}${'0'.repeat(44)}`;

const sale: DisposalRow = {
  token: OTHER,
  symbol: 'A',
  txHash: '0x01',
  block: 7,
  blockHash: '07'.repeat(32),
  logIndex: 3,
  time: '2026-01-01T00:00:00+00:00',
  amount: '5',
  proceeds: usd(30),
  gain: usd(10),
  isHeld: true,
  isKnown: true,
};

describe('a sale', () => {
  it('has the average cost that its gain leaves of its proceeds', () => {
    expect(toDisposal(sale)).toEqual({
      tokenAddress: OTHER,
      symbol: 'A',
      txHash: '0x01',
      blockNumber: 7,
      timestamp: '2026-01-01T00:00:00.000Z',
      amount: '5',
      proceedsUsd: 30,
      costUsd: 20,
      gainUsd: 10,
    });
    expect(toDisposal({ ...sale, gain: `-${usd(4)}` })).toMatchObject({ costUsd: 34, gainUsd: -4 });
    expect(toDisposal({ ...sale, gain: '0' })).toMatchObject({ costUsd: 30, gainUsd: 0 });
  });

  it.each<[string, Partial<DisposalRow>, object]>([
    ['of which a part has no known cost', { isKnown: false }, { costUsd: null, gainUsd: 10 }],
    ['of no known cost', { isKnown: false, gain: '0' }, { costUsd: null, gainUsd: null }],
    ['of what its wallet did not hold', { isHeld: false, gain: '0' }, { costUsd: null, gainUsd: null }],
    [
      'without a price of the feed',
      { proceeds: null, gain: '0' },
      { proceedsUsd: null, costUsd: null, gainUsd: null },
    ],
    ['of what was bought in the same transaction', { isHeld: false }, { costUsd: 20, gainUsd: 10 }],
  ])('%s says so', (_which, row, figures) => {
    expect(toDisposal({ ...sale, ...row })).toMatchObject({ proceedsUsd: 30, ...figures });
  });
});

describe('GainsService', () => {
  const readGains = jest.fn<GainsRepository['readGains']>();
  const service = new GainsService(stub<GainsRepository>({ readGains }), testCursors());
  const page: GainsPage = { stands: true, total: usd(12), disposals: [], lookedUpTo: null };
  const query = { year: 2026, limit: 1 };

  it('goes on after the last sale that was shown, for the same wallet and year', async () => {
    readGains.mockResolvedValue({ asOf: HEAD, ...page, disposals: [sale, { ...sale, logIndex: 9 }] });
    const { body } = await service.list(WALLET, query);
    expect(body).toMatchObject({
      address: WALLET,
      year: 2026,
      totalGainUsd: 12,
      disposals: [{ amount: '5' }],
    });
    const cursor = body.nextCursor!;
    await service.list(WALLET, { ...query, cursor });
    const { block, blockHash, logIndex } = sale;
    expect(readGains).toHaveBeenLastCalledWith(WALLET, 2026, { block, blockHash, logIndex }, 2);
    for (const refused of [
      service.list(OTHER, { ...query, cursor }),
      service.list(WALLET, { ...query, year: 2025, cursor }),
    ])
      await expect(refused).rejects.toMatchObject({ details: { reason: 'cursor_invalid' } });
  });

  it('goes on after what was looked at, where that had no sale', async () => {
    const lookedUpTo = { block: 6, blockHash: null, logIndex: null };
    readGains.mockResolvedValue({ asOf: HEAD, ...page, lookedUpTo });
    const { body } = await service.list(WALLET, query);
    expect(body.disposals).toEqual([]);
    await service.list(WALLET, { ...query, cursor: body.nextCursor! });
    expect(readGains).toHaveBeenLastCalledWith(WALLET, 2026, lookedUpTo, 2);
  });

  it('ends when the block of its cursor was undone', async () => {
    readGains.mockResolvedValue({ asOf: HEAD, ...page, stands: false });
    await expect(service.list(WALLET, query)).rejects.toMatchObject({
      details: { reason: 'cursor_expired' },
    });
  });
});
