import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { AppListDto } from '../../apps/api/src/modules/apps/list/list.dto.js';
import type { PriceListDto } from '../../apps/api/src/modules/market/prices/prices.dto.js';
import { ZERO_ADDRESS } from '@slipway/domain';
import { runOps, type OpsResult } from '../support/run-ops.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

describe('the market of an indexed chain', () => {
  let served: ServedMarket;

  beforeAll(async () => {
    served = await ServedMarket.start(8, async (market) => {
      await market.open(4);
      await market.graduate(market.tokens[1]!);
      await market.act(30);
    });
  });

  afterAll(async () => {
    await served.stop();
  });

  async function get<T>(path: string): Promise<T> {
    return (await served.get<T>(path)).body;
  }

  function ops(...words: string[]): Promise<OpsResult> {
    return runOps({ DATABASE_URL: served.indexed.database.url }, ...words);
  }

  describe('GET /prices', () => {
    it('responds in the order asked, repeats what was asked twice, and drops nothing', async () => {
      const [first, second] = served.market.tokens;
      const { platformToken } = served.fixture.addresses;
      const asked = [second!, ZERO_ADDRESS, platformToken, first!, second!];
      const { prices } = await get<PriceListDto>(`/prices?tokens=${asked.join().toLowerCase()}`);
      expect(prices.map(({ tokenAddress }) => tokenAddress)).toEqual(asked);
      expect(prices.map(({ source }) => source)).toEqual(['pool', null, 'oracle', 'curve', 'pool']);
      expect(prices.map(({ error }) => error)).toEqual([null, 'not_found', null, null, null]);
    });

    it('prices the platform token and the apps by volume when nothing is asked for', async () => {
      const { prices } = await get<PriceListDto>('/prices');
      const { apps } = await get<AppListDto>('/apps?sort=volume');
      expect(prices[0]!.tokenAddress).toBe(served.fixture.addresses.platformToken);
      expect(prices.slice(1).map(({ tokenAddress }) => tokenAddress)).toEqual(
        apps.map((app) => app.tokenAddress),
      );
    });

    it('agrees with the lists to the last digit', async () => {
      const { apps } = await get<AppListDto>('/apps');
      const { prices } = await get<PriceListDto>(
        `/prices?tokens=${apps.map((app) => app.tokenAddress).join()}`,
      );
      expect(prices.map(({ priceUsd, change24h }) => [priceUsd, change24h])).toEqual(
        apps.map((app) => [app.priceUsd, app.priceChange24h]),
      );
    });
  });

  describe('npm run ops -- apps', () => {
    it('hides an app from lists at once, marks its page, and shows it again', async () => {
      const token = served.market.tokens[0]!;
      const isListed = async (): Promise<boolean> => {
        const { apps } = await get<AppListDto>('/apps?limit=100');
        return apps.some(({ tokenAddress }) => tokenAddress === token);
      };
      const untilListed = (listed: boolean) =>
        until(`listed: ${String(listed)}`, async () => (await isListed()) === listed);
      expect(await isListed()).toBe(true);
      expect((await ops('apps', 'hide', token.toLowerCase(), '--reason', 'a test')).stdout).toBe(
        `hidden: ${token}\n`,
      );
      await untilListed(false);
      expect((await get<AppListDto>('/apps?sort=newest')).apps.map((app) => app.tokenAddress)).not.toContain(
        token,
      );
      expect((await get<PriceListDto>('/prices')).prices.map((price) => price.tokenAddress)).not.toContain(
        token,
      );
      expect((await get<AppDetailDto>(`/apps/${token}`)).hidden).toBe(true);
      expect((await ops('apps', 'list')).stdout).toMatch(new RegExp(`^${token}.*"a test"\n1 hidden\n$`));
      expect((await ops('apps', 'unhide', token)).stdout).toBe(`shown again: ${token}\n`);
      await untilListed(true);
    });

    it.each([
      [['apps', 'hide', '0x12', '--reason', 'x'], 'not an address'],
      [['apps', 'hide', ZERO_ADDRESS, '--reason', 'x'], 'no app has the token'],
      [['apps', 'hide', ZERO_ADDRESS], '--reason'],
      [['apps', 'unhide', ZERO_ADDRESS], 'is not hidden'],
    ])('refuses %j in one line', async (words, message) => {
      expect(await ops(...words)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^.*${message}.*\n$`)),
      });
    });
  });
});
