import { jest } from '@jest/globals';
import { toJsonNumber, type Address } from '@slipway/domain';
import type { Settings } from '@slipway/settings';
import { HEAD, stub } from '../../../../../../test/support/service-ports.js';
import type { MomentsService } from '../../../platform/moments/moments.service.js';
import type { MarketRow, PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

const PLATFORM = '0x0000000000000000000000000000000000000001' as Address;

const TOKEN = '0x0000000000000000000000000000000000000002' as Address;

const OTHER = '0x0000000000000000000000000000000000000003' as Address;

const HEARTBEAT_SECONDS = 60;

const pricedAt = (secondsAgo: number) => ({
  platformToken: PLATFORM,
  platformSymbol: 'SLIP',
  oraclePrice: '200000000',
  oraclePrice24h: null,
  oraclePriceAt: new Date(HEAD.time.getTime() - secondsAgo * 1_000).toISOString(),
  answeredAt: [new Date(HEAD.time.getTime() - secondsAgo * 1_000).toISOString()],
});

const market = (token: Address, symbol: string | null): MarketRow => ({
  token,
  symbol,
  pool: null,
  platformReserve: symbol === null ? null : '1',
  tokenReserve: symbol === null ? null : '2',
  platformReserve24h: null,
  tokenReserve24h: null,
  pricedAt: null,
});

const serviceOf = (methods: Partial<PricesRepository>): PricesService =>
  new PricesService(
    stub<PricesRepository>(methods),
    stub<MomentsService>({}),
    stub<Settings>({ priceFeedAddresses: ['0x00'], priceFeedHeartbeatSeconds: [HEARTBEAT_SECONDS] }),
  );

describe('PricesService', () => {
  it('prices every token in the order asked: apps, the platform token by its feed, and what is neither', async () => {
    const markets = [market(OTHER, null), market(PLATFORM, null), market(TOKEN, 'A')];
    const readMarkets = () => Promise.resolve({ asOf: HEAD, oracle: pricedAt(0), markets });
    const { body } = await serviceOf({ readMarkets }).listPrices([OTHER, PLATFORM, TOKEN]);
    expect(body.prices).toMatchObject([
      { tokenAddress: OTHER, error: 'not_found', priceUsd: null },
      { tokenAddress: PLATFORM, source: 'oracle', priceUsd: 2 },
      { tokenAddress: TOKEN, source: 'curve', priceUsd: 1 },
    ]);
  });

  it('has the same prices before they are rounded, and none for what is no token', async () => {
    const markets = [market(OTHER, null), market(PLATFORM, null), market(TOKEN, 'A')];
    const readMarkets = () => Promise.resolve({ asOf: HEAD, oracle: pricedAt(0), markets });
    const { body } = await serviceOf({ readMarkets }).readExact([OTHER, PLATFORM, TOKEN]);
    expect([...body.keys()]).toEqual([PLATFORM, TOKEN]);
    expect([...body.values()].map(({ usd, stale }) => [toJsonNumber(usd!), stale])).toEqual([
      [2, false],
      [1, false],
    ]);
  });

  it('leads with the platform token when no tokens are asked for, 100 prices in all', async () => {
    const readTopMarkets = jest
      .fn<PricesRepository['readTopMarkets']>()
      .mockResolvedValue({ asOf: HEAD, oracle: pricedAt(0), markets: [market(TOKEN, 'A')] });
    const { body } = await serviceOf({ readTopMarkets }).listPrices(null);
    expect(body.prices.map(({ tokenAddress }) => tokenAddress)).toEqual([PLATFORM, TOKEN]);
    expect(readTopMarkets).toHaveBeenCalledWith(99);
  });

  it.each([
    ['current', HEARTBEAT_SECONDS, false, false],
    ['stale after a missed heartbeat', HEARTBEAT_SECONDS + 1, false, true],
    ['stale when the index lags', 0, true, true],
  ])('calls prices %s', async (_what, secondsAgo, isLagging, stale) => {
    const page = {
      asOf: { ...HEAD, isLagging },
      oracle: pricedAt(secondsAgo),
      markets: [market(TOKEN, 'A')],
    };
    const { body } = await serviceOf({ readTopMarkets: () => Promise.resolve(page) }).listPrices(null);
    expect(body.prices).toMatchObject([{ stale }, { stale }]);
  });
});
