import { jest } from '@jest/globals';
import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { AppRepository } from './app.repository.js';
import { AppService } from './app.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const context = {
  oraclePrice: null,
  oraclePrice24h: null,
  totalSupply: '1',
  graduationThreshold: '1',
  initialPlatform: '1',
  initialToken: '1',
};

describe('AppService', () => {
  it('knows no app, and nothing before the first block', async () => {
    const found = { asOf: HEAD, context, app: null, market: null };
    const readApp = jest
      .fn<AppRepository['readApp']>()
      .mockResolvedValueOnce(found)
      .mockResolvedValueOnce(null);
    const service = new AppService(stub<AppRepository>({ readApp }));
    await expect(service.get(TOKEN)).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.get(TOKEN)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
