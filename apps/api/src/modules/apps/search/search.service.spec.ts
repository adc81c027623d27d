import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { SearchRepository } from './search.repository.js';
import { SearchService } from './search.service.js';

const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as Address;

const context = {
  oraclePrice: null,
  oraclePrice24h: null,
  totalSupply: '1',
  graduationThreshold: '1',
  initialPlatform: '1',
  initialToken: '1',
};

const serviceFinding = () => {
  const search = jest
    .fn<SearchRepository['search']>()
    .mockResolvedValueOnce({ asOf: HEAD, context, items: [] })
    .mockResolvedValue(null);
  return { search, service: new SearchService(stub<SearchRepository>({ search })) };
};

describe('SearchService', () => {
  it('takes a text for an address as well when it is one, in any letters and between spaces', async () => {
    const { search, service } = serviceFinding();
    expect((await service.search(` ${TOKEN.toLowerCase()} `, 5)).body).toEqual({ apps: [] });
    expect(search).toHaveBeenCalledWith(
      expect.objectContaining({ addresses: [TOKEN.toLowerCase(), TOKEN.toLowerCase()] }),
      5,
      null,
    );
    await expect(service.search('Cafe', 5)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(search).toHaveBeenLastCalledWith(
      expect.objectContaining({ addresses: null, nameKey: 'cafe' }),
      5,
      null,
    );
  });

  it('takes the start of an address for all that begin so, from six digits on', async () => {
    const { search, service } = serviceFinding();
    await service.search('0x5aAeb6', 5);
    const addresses = [`0x5aAeb6${'0'.repeat(34)}`, `0x5aAeb6${'f'.repeat(34)}`];
    expect(search).toHaveBeenCalledWith(expect.objectContaining({ addresses }), 5, null);
    for (const text of ['0x5aAeb', '5aAeb6', '0x5aAebg', `${TOKEN}0`]) {
      await expect(service.search(text, 5)).rejects.toMatchObject({ code: 'service_unavailable' });
      expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ addresses: null }), 5, null);
    }
  });

  it('compares no name by a key without characters', async () => {
    const { search, service } = serviceFinding();
    await service.search('\u200b', 5);
    expect(search).toHaveBeenCalledWith(expect.objectContaining({ nameKeys: [] }), 5, null);
  });
});
