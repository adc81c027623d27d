import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import type { Settings } from '@slipway/settings';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { CandlesRepository } from './candles.repository.js';
import { CandlesService } from './candles.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const asked = { interval: '1h', currency: 'usd', limit: 5, fill: false } as const;

describe('CandlesService', () => {
  const readCandles = jest
    .fn<CandlesRepository['readCandles']>()
    .mockResolvedValue({ asOf: HEAD, page: null });
  const service = new CandlesService(
    stub<CandlesRepository>({ readCandles }),
    stub<Settings>({ finality: { blocks: 12, isByTag: false } }),
  );

  it('asks from the candle that holds one time to the last that opens before the other', async () => {
    const range = { ...asked, from: new Date(7_300_000), to: new Date(14_400_000) };
    await expect(service.list(TOKEN, range)).rejects.toMatchObject({ code: 'not_found' });
    expect(readCandles).toHaveBeenCalledWith(
      expect.objectContaining({ interval: '1h', first: 7_200, last: 10_800, finalityBlocks: 12 }),
    );
  });

  it('begins weeks on Mondays at 00:00 UTC', async () => {
    const range = {
      ...asked,
      interval: '1w',
      from: new Date('2026-11-22T23:59:59Z'),
      to: new Date('2026-11-30T00:00:01Z'),
    } as const;
    await expect(service.list(TOKEN, range)).rejects.toMatchObject({ code: 'not_found' });
    const [first, last] = ['2026-11-16', '2026-11-30'].map((day) => Date.parse(day) / 1_000);
    expect(readCandles).toHaveBeenCalledWith(expect.objectContaining({ interval: '1w', first, last }));
  });

  it('refuses a range that ends before it begins', async () => {
    const range = { ...asked, from: new Date(2), to: new Date(2) };
    await expect(service.list(TOKEN, range)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
