import type { Protocol } from '@slipway/protocols';
import { ramp } from '@slipway/protocols/ramp';
import { slipway } from '@slipway/protocols/slipway';
import type { Address } from '@slipway/domain';
import type { IndexedHead } from '@slipway/database';
import type { Settings } from '@slipway/settings';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { NamedToken, TokenNamesService } from '../token-names/token-names.service.js';
import type { CurveRow, CurvesRepository } from './curves.repository.js';
import { CurvesService } from './curves.service.js';
import { QuotesService } from './quotes.service.js';

const TOKEN = '0x0000000000000000000000000000000000000001' as Address;

const PLATFORM = '0x0000000000000000000000000000000000000002' as Address;

const curve: CurveRow = {
  virtualPlatformReserve: '30000000000000000000000',
  virtualTokenReserve: '1125000000000000000000000000',
  realPlatformReserve: '0',
  realTokenReserve: '1000000000000000000000000000',
  graduationThreshold: '60000000000000000000000',
  feePpm: 10_000,
  platformReserve: '30000000000000000000000',
  tokenReserve: '1125000000000000000000000000',
  pool: null,
  graduatedAt: null,
  launchpad: PLATFORM,
  platformToken: PLATFORM,
  answeredAt: [HEAD.time.toISOString()],
  platformReserveBefore: '30000000000000000000000',
  tokenReserveBefore: '1125000000000000000000000000',
};

const named = {
  ...{ symbol: 'ABC', isPlain: true, isOurs: true, isHidden: false, isAmbiguous: false },
  ...{ pool: null, supply: null },
};

const serviceOf = (
  found: CurveRow | null,
  { isLagging = false, ...name }: Partial<NamedToken & IndexedHead> = {},
  protocol: Protocol = slipway,
): CurvesService => {
  const asOf = { ...HEAD, isLagging } as IndexedHead;
  const repository = stub<CurvesRepository>({
    readCurves: () => Promise.resolve({ asOf, curves: found === null ? {} : { [TOKEN]: found } }),
  });
  const names = stub<TokenNamesService>({
    read: (tokens) =>
      Promise.resolve(new Map(tokens.map((address) => [address, { ...named, ...name, address }]))),
  });
  const settings = stub<Settings>({
    platformTokenAddress: PLATFORM,
    priceFeedAddresses: ['0x00'],
    priceFeedHeartbeatSeconds: [60],
  });
  return new CurvesService(repository, new QuotesService(repository, names, settings, protocol), protocol);
};

describe('CurvesService', () => {
  it('has no virtual reserves where a curve has none', async () => {
    const { body } = await serviceOf({ ...curve, realPlatformReserve: '7' }, {}, ramp).get(TOKEN);
    expect(body).toMatchObject({
      virtualPlatformReserve: null,
      virtualTokenReserve: null,
      realPlatformReserve: '7',
      priceInPlatform: '0.000026666666666666',
    });
  });

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

  it.each([
    [[], {}, {}, 10n],
    [[], { platformReserveBefore: String(31_500n * 10n ** 18n) }, {}, 10n],
    [['price_moved'], { platformReserveBefore: String(31_600n * 10n ** 18n) }, {}, 10n],
    [[], { tokenReserveBefore: String(1_181_250_000n * 10n ** 18n) }, {}, 10n],
    [['price_moved'], { tokenReserveBefore: String(1_182_000_000n * 10n ** 18n) }, {}, 10n],
    [['price_moved'], { platformReserveBefore: '0' }, {}, 10n],
    [['high_impact'], {}, {}, 1_600n],
    [[], {}, {}, 1_500n],
    [['stale_price'], { answeredAt: [null] }, {}, 10n],
    [['stale_price'], {}, { isLagging: true }, 10n],
    [['hidden_app', 'ambiguous_symbol'], {}, { isHidden: true, isAmbiguous: true }, 10n],
  ])('warns of %j', async (codes, row, name, tokens) => {
    const { body } = await serviceOf({ ...curve, ...row }, name).quote(TOKEN, 'buy', tokens * 10n ** 18n);
    expect(body.warnings.map(({ code }) => code)).toEqual(codes);
  });
});
