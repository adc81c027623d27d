import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../test/support/service-ports.js';
import type { MarketRepository } from './market.repository.js';
import { CurvesService } from './curves.service.js';
import type { CurveRow } from './types/curves.types.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;
const curve: CurveRow = {
  virtualPlatformReserve: '30000000000000000000000',
  virtualTokenReserve: '1125000000000000000000000000',
  realPlatformReserve: '0',
  realTokenReserve: '1000000000000000000000000000',
  graduationThreshold: '60000000000000000000000',
  feeBps: 100,
  platformReserve: '30000000000000000000000',
  tokenReserve: '1125000000000000000000000000',
  pool: null,
  graduatedAt: null,
};
const serviceOf = (found: CurveRow | null): CurvesService =>
  new CurvesService(
    stub<MarketRepository>({ readCurve: () => Promise.resolve({ asOf: HEAD, curve: found }) }),
  );

describe('CurvesService', () => {
  it('quotes a trade on the curve, and refuses what the contract would refuse', async () => {
    const { body } = await serviceOf(curve).quote(TOKEN, 'buy', 10n ** 18n);
    expect(body).toMatchObject({ side: 'buy', amountIn: '1000000000000000000', fee: '10000000000000000' });
    await expect(serviceOf(curve).quote(TOKEN, 'sell', 10n ** 18n)).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('quotes a swap in the pool of an app that has graduated', async () => {
    const { body } = await serviceOf({ ...curve, pool: TOKEN }).quote(TOKEN, 'buy', 10n ** 18n);
    expect(body).toMatchObject({ venue: 'pool', amountIn: '1000000000000000000', fee: '3000000000000000' });
  });

  it('knows nothing of an app that there is not', async () => {
    await expect(serviceOf(null).get(TOKEN)).rejects.toMatchObject({ code: 'not_found' });
    await expect(serviceOf(null).quote(TOKEN, 'buy', 1n)).rejects.toMatchObject({ code: 'not_found' });
  });
});
