import { slipway } from '@slipway/protocols/slipway';
import type { Flags } from '@slipway/flags';
import type { Settings } from '@slipway/settings';
import type { Address } from '@slipway/domain';
import { HEAD, stub } from '../../../../../test/support/service-ports.js';
import type { ConfigRepository, PlatformRow } from './config.repository.js';
import { ConfigService, type LaunchCost } from './config.service.js';

const CONTRACT = '0x0000000000000000000000000000000000000001' as Address;
const platform: PlatformRow = {
  chainId: 31_337,
  launchpad: CONTRACT,
  platformToken: CONTRACT,
  priceFeeds: [CONTRACT],
  platformSymbol: 'SLIP',
  oraclePrice: '250000000',
  maxPerCreatorPer24h: 3,
  lastLaunchCost: '5',
};
const settings = stub<Settings>({
  publicBaseUrl: 'https://api.example.com/v1',
  routerAddress: null,
  finality: { blocks: 64, isByTag: false },
});
const serviceOf = (cost: bigint | null, found: PlatformRow | null): ConfigService =>
  new ConfigService(
    settings,
    stub<ConfigRepository>({
      readPlatform: () => Promise.resolve(found && { asOf: { ...HEAD, lagSeconds: 1.9 }, platform: found }),
    }),
    stub<LaunchCost>({ at: () => Promise.resolve(cost) }),
    stub<Flags>({}),
    slipway,
  );

describe('ConfigService', () => {
  it("tells the chain's launch cost, else what the newest launch has paid, else none", async () => {
    const costOf = async (cost: bigint | null, lastLaunchCost: string | null) =>
      (await serviceOf(cost, { ...platform, lastLaunchCost }).get()).body.launch.cost;
    expect(await costOf(7n, '5')).toBe('7');
    expect(await costOf(0n, '5')).toBe('0');
    expect(await costOf(null, '5')).toBe('5');
    expect(await costOf(null, null)).toBeNull();
  });

  it.each([
    ['250000000', 2.5],
    ['0', null],
    ['-1', null],
    [null, null],
  ])('takes an oracle price of %s for a price of %s', async (oraclePrice, priceUsd) => {
    const { body } = await serviceOf(null, { ...platform, oraclePrice }).get();
    expect(body.platformToken.priceUsd).toBe(priceUsd);
  });

  it('counts whole seconds of lag, and has nothing to tell before the first block', async () => {
    expect((await serviceOf(null, platform).get()).body.indexer).toMatchObject({ block: 7, lagSeconds: 1 });
    await expect(serviceOf(null, null).get()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
