import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Address } from 'viem';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { findViolations } from '../support/find-violations.js';
import { injectWallets, InjectedWallet } from '../support/injected-wallet.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const MARKUP = '<img src=x onerror=alert(1)>';

describeWith('chromium', 'the market page with a wallet', () => {
  let served: ServedMarket;
  let hostile: Address;
  let browser: Browser;
  let page: Page;
  let wallet: InjectedWallet;
  let complaints: string[];
  let indexing: Promise<void>;
  let isOver = false;

  beforeAll(async () => {
    served = await ServedMarket.start(95, async (market, fixture) => {
      await market.open(2);
      hostile = await fixture.launch(fixture.trader(1), { name: MARKUP.repeat(100), symbol: MARKUP });
      await market.act(8);
    });
    await served.serveHead();
    indexing = keepIndexed();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    isOver = true;
    await indexing;
    await browser.close();
    await served.stop();
  });

  /** As the indexer's own loop does. */
  async function keepIndexed(): Promise<void> {
    while (!isOver) {
      await served.indexed.catchUp();
      await sleep(200);
    }
  }

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
    wallet = new InjectedWallet('Test wallet', 4, served.fixture.anvil.rpcUrl);
    await injectWallets(page, [wallet]);
    complaints = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  const open = (path: string) => page.goto(served.api.origin + path);

  async function connect(): Promise<void> {
    await page.getByRole('button', { name: 'Connect wallet' }).click();
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click();
    await page.locator('.wallet-button code').waitFor();
  }

  it('shows an app: its chart with a table, trades, holders', async () => {
    const token = served.market.tokens[0]!;
    await open(`/app/${token}`);
    await page.locator('.chart canvas').first().waitFor();
    await page.locator('.live-mark.open').waitFor();
    const { body: app } = await served.get<{ name: string; holders: number }>(`/apps/${token}`);
    expect(await page.locator('h1').textContent()).toBe(app.name);
    await page.getByText('The last candles as a table').click();
    await page.locator('.chart-table tbody tr').first().waitFor();
    await page.getByRole('heading', { name: `${app.holders} holders` }).waitFor();
    expect(await page.locator('.chart').getAttribute('aria-label')).toMatch(/candles of .*closes at \$/);
  });

  it('has a name that is markup as text, and cut', async () => {
    await open(`/app/${hostile}`);
    await page.locator('h1').waitFor();
    expect(await page.locator('h1').textContent()).toMatch(/^<img src=x onerror=alert\(1\)><img .*…$/);
    expect(await page.title()).toContain('<img src=x');
    expect(await page.locator('main img').count()).toBe(0);
  });

  it('buys and sells, and shows the trade as it is told of', async () => {
    const token = served.market.tokens[1]!;
    await open(`/app/${token}`);
    await connect();
    await page.locator('.live-mark.open').waitFor();
    await page.getByLabel(/^You pay/).fill('25');
    await page.locator('.quote').waitFor();
    await page.locator('.submit').click();
    await page.getByText(/^Bought /).waitFor();
    await page.locator('tr.own').first().waitFor();
    expect(await page.locator('tr.own').first().textContent()).toMatch(/^Buy.*You/);
    await page.getByRole('button', { name: 'Sell', exact: true }).click();
    await page.getByRole('button', { name: '50 %' }).click();
    await page.locator('.submit').click();
    await page.getByText(/^Sold /).waitFor();
    await until('the sale is listed', async () => (await page.locator('tr.own').count()) === 2);
  });

  it('says what a wallet refuses', async () => {
    await open(`/app/${served.market.tokens[0]!}`);
    await connect();
    await page.getByLabel(/^You pay/).fill('1');
    await page.locator('.quote').waitFor();
    wallet.refusal = { method: 'eth_sendTransaction', error: { code: 4_001, message: 'no' } };
    await page.locator('.submit').click();
    await page.getByText(/rejected the request/).waitFor();
  });

  it.each(['light', 'dark'] as const)('is usable by everybody with a wallet: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await open(`/app/${served.market.tokens[0]!}`);
    await connect();
    await page.locator('.chart canvas').first().waitFor();
    await page.getByText('The last candles as a table').click();
    await page.getByLabel(/^You pay/).fill('3');
    await page.locator('.quote').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.locator('.wallet-button').click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    const places = page.getByRole('navigation');
    await places.getByRole('link', { name: 'Launch' }).click();
    await page.getByLabel('Name').fill('\u202e');
    await page.getByLabel('Symbol').fill('x');
    await page.locator('.issue').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await places.getByRole('link', { name: 'Portfolio' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.totals').waitFor();
    expect(await findViolations(page)).toEqual([]);
    await places.getByRole('link', { name: 'Rewards' }).click();
    await page.getByText('Nothing to claim now.').waitFor();
    expect(await findViolations(page)).toEqual([]);
    complaints = complaints.filter((text) => !text.includes('status of 400'));
  });

  it('is as wide as a phone, its tables too', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    /** Tables that are wider than their place. */
    const cut = (): Promise<string[]> =>
      page.evaluate<string[]>(`Array.from(document.querySelectorAll('table'))
        .filter(({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)
        .map(({ innerText }) => innerText)`);
    for (const place of [`app/${hostile}`, 'launch', 'portfolio', 'rewards']) {
      await open(`/${place}`);
      await page.locator('h1').waitFor();
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect([place, width]).toEqual([place, 390]);
    }
    await open(`/app/${served.market.tokens[1]!}`);
    await page.locator('.trades tbody tr').first().waitFor();
    await page.locator('.holders tbody tr').first().waitFor();
    await page.getByText('The last candles as a table').click();
    await page.locator('.chart-table tbody tr').first().waitFor();
    expect(await cut()).toEqual([]);
    // In the order of the page, as a reader and the keyboard meet them.
    const order = await page.evaluate(`Array.from(
      document.querySelectorAll('.chart, .trade, .trades, .holders'), ({ className }) => className)`);
    expect(order).toEqual(['chart', 'panel trade', 'panel trades', 'panel holders']);
    await served.fixture.buy(wallet.account.address, served.market.tokens[0]!, 8_000n * 10n ** 18n);
    await served.serveHead();
    await connect();
    await page.getByRole('navigation').getByRole('link', { name: 'Portfolio' }).click();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('td.named').first().waitFor();
    await page.locator('.plot-times li').first().waitFor();
    expect(await page.locator('.plot-values li').count()).toBeGreaterThan(1);
    expect(await page.locator('.plot-times li').count()).toBe(3);
    await page.getByText('The last values as a table').click();
    expect(await cut()).toEqual([]);
  });
});
