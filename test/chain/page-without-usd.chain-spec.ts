import { toAddress } from '@slipway/domain';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { startApi } from '../support/running-api.js';

describeWith('chromium', 'the market page of an index without a price feed', () => {
  it('shows prices in platform tokens, and no empty places for figures in USD', async () => {
    const fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(31));
    await market.open(2);
    const token = toAddress(market.tokens[0]!);
    await fixture.buy(fixture.trader(1), token, 900n * 10n ** 18n);
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { feeds: [] });
    const api = await startApi(indexed.database.url, { priceFeedAddresses: [], webPage: 'on' });
    const browser = await launchBrowser();
    try {
      await indexed.catchUp();
      const page = await browser.newPage({ viewport: { width: 1_280, height: 1_400 } });
      await page.goto(`${api.origin}/`);
      await page.locator('.card-price', { hasText: 'platform tokens' }).first().waitFor();
      await page.locator('.card-name strong', { hasText: 'App 0' }).waitFor();
      expect((await page.locator('.card').allInnerTexts()).join()).not.toMatch(/[$–]|Market cap/);
      await page.goto(`${api.origin}/app/${token}`);
      await page.getByRole('heading', { name: 'Price, in platform tokens' }).waitFor();
      await page.getByRole('img', { name: /the last closes at 0\.0\S+ platform tokens$/ }).waitFor();
      const trade = page.locator('.trades tbody tr').first();
      await trade.waitFor();
      expect(await trade.innerText()).toMatch(/platform tokens\s+900\.00 platform tokens/);
      expect(await page.getByRole('button', { name: /\$/ }).count()).toBe(0);
    } finally {
      await browser.close();
      await api.close();
      await indexed.close();
      await fixture.stop();
    }
  });
});
