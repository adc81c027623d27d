import { ONE_TOKEN, ZERO_ADDRESS } from '@slipway/domain';
import type { MarketRow, OracleRow } from './prices.repository.js';
import { numberedAddress } from '../../../../../../test/support/numbered-address.js';
import { isStale, priceApp, pricePlatformToken } from './prices.service.js';

const oracle: OracleRow = {
  platformToken: ZERO_ADDRESS,
  platformSymbol: 'SLIP',
  oraclePrice: '250000000',
  oraclePrice24h: '200000000',
  oraclePriceAt: '2026-11-21T10:00:00.000Z',
  answeredAt: ['2026-11-21T10:00:00.000Z'],
};

const settings = {
  priceFeedAddresses: [ZERO_ADDRESS],
  priceFeedHeartbeatSeconds: [3_600],
};

const row: MarketRow = {
  token: ZERO_ADDRESS,
  symbol: 'AA',
  pool: null,
  platformReserve: (3n * ONE_TOKEN).toString(),
  tokenReserve: (2n * ONE_TOKEN).toString(),
  platformReserve24h: ONE_TOKEN.toString(),
  tokenReserve24h: ONE_TOKEN.toString(),
  pricedAt: '2026-11-21T09:00:00+00:00',
};

describe('priceApp', () => {
  it('prices at the margin, and compares with the price of 24 hours before', () => {
    expect(priceApp(row, oracle, false)).toEqual({
      tokenAddress: ZERO_ADDRESS,
      symbol: 'AA',
      priceUsd: 3.75,
      priceInPlatform: '1.5',
      change24h: 0.875,
      updatedAt: '2026-11-21T09:00:00.000Z',
      stale: false,
      source: 'curve',
      error: null,
    });
  });

  it('leaves unknown what it does not know', () => {
    expect(priceApp({ ...row, platformReserve24h: null }, oracle, false).change24h).toBeNull();
    expect(priceApp(row, { ...oracle, oraclePrice24h: null }, false).change24h).toBeNull();
    const withoutPrice = priceApp(row, { ...oracle, oraclePrice: null }, true);
    expect(withoutPrice).toMatchObject({ priceUsd: null, priceInPlatform: '1.5', change24h: null });
    expect(priceApp({ ...row, pool: ZERO_ADDRESS }, oracle, false).source).toBe('pool');
  });

  it('says not_found of an address that is no token', () => {
    const unknown = { ...row, symbol: null, platformReserve: null, tokenReserve: null };
    expect(priceApp(unknown, oracle, true)).toMatchObject({
      error: 'not_found',
      priceUsd: null,
      stale: false,
    });
  });
});

describe('pricePlatformToken', () => {
  it("is the feed's price", () => {
    expect(pricePlatformToken(oracle, false)).toMatchObject({
      priceUsd: 2.5,
      priceInPlatform: '1',
      change24h: 0.25,
      source: 'oracle',
    });
  });

  it.each(['0', '-1', null])('is unknown at an oracle price of %s', (oraclePrice) => {
    expect(pricePlatformToken({ ...oracle, oraclePrice }, false)).toMatchObject({
      priceUsd: null,
      change24h: null,
    });
  });
});

describe('isStale', () => {
  const at = (time: string): Date => new Date(time);

  it('begins after the heartbeat', () => {
    expect(isStale(oracle, at('2026-11-21T11:00:00Z'), settings, false)).toBe(false);
    expect(isStale(oracle, at('2026-11-21T11:00:01Z'), settings, false)).toBe(true);
  });

  it('is so while the index lags, and without an oracle price', () => {
    expect(isStale(oracle, at('2026-11-21T10:00:00Z'), settings, true)).toBe(true);
    expect(isStale({ answeredAt: null }, at('2026-11-21T10:00:00Z'), settings, false)).toBe(true);
  });

  it('is when any of several feeds missed its own heartbeat, and never without a feed', () => {
    const answeredAt = ['2026-11-21T10:00:00Z', '2026-11-21T09:00:00Z'];
    const now = at('2026-11-21T10:30:00Z');
    const two = { ...settings, priceFeedAddresses: [ZERO_ADDRESS, numberedAddress(1)] };
    expect(isStale({ answeredAt }, now, two, false)).toBe(true);
    expect(isStale({ answeredAt }, now, { ...two, priceFeedHeartbeatSeconds: [3_600, 86_400] }, false)).toBe(
      false,
    );
    const none = { ...settings, priceFeedAddresses: [] };
    expect(isStale({ answeredAt: null }, now, none, false)).toBe(false);
    // The index is still one with a feed.
    expect(isStale(oracle, at('2026-11-21T10:00:00Z'), none, false)).toBe(true);
  });
});
