import type { Browser, Page, Route } from 'playwright-core';
import type { Address } from '@slipway/domain';
import type { AppDetailDto } from '../../apps/api/src/modules/apps/app/app.dto.js';
import type { LaunchReportDto } from '../../apps/api/src/modules/apps/launch-report/launch-report.dto.js';
import { badgeWords, launchWords } from '../../apps/web/src/app-page/launch-report/launch-words.js';
import { sampleReport } from '../../apps/web/src/app-page/launch-report/sample-report.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { findViolations } from '../support/find-violations.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const EXPLORER = 'https://explorer.example.com';
const REPORT = '**/launch-report';
const FIGURES = 10;
/** Tables of the panel that are wider than their place. */
const CUT_TABLES = `[...document.querySelectorAll('#launch table')]
  .filter(({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)
  .map(({ innerText }) => innerText)`;

describeWith('chromium', "an app's launch on the market page", () => {
  let served: ServedMarket;
  let token: Address;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let reads: number;

  beforeAll(async () => {
    const settings = { explorerUrl: EXPLORER };
    served = await ServedMarket.start(
      97,
      async (market, fixture) => {
        await market.open(1);
        token = market.tokens[0]! as Address;
        for (const trader of fixture.traders.slice(0, 3)) await fixture.buy(trader, token, 90n * 10n ** 18n);
        await fixture.sell(fixture.trader(0), token, 10n ** 21n);
      },
      settings,
    );
    await served.serveHead();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await served.stop();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    [complaints, reads] = [[], 0];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (request.url().endsWith('/launch-report')) reads += 1;
    });
  });

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  const panel = () => page.getByRole('region', { name: 'Launch', exact: true });
  const figure = (title: string) =>
    panel().locator('details', { has: page.getByText(title, { exact: true }) });

  /** Responds as the API does, but with the sample. */
  async function fulfil(route: Route, part: Partial<LaunchReportDto> = {}): Promise<void> {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...sampleReport(token), ...part } });
  }

  /** Opens the app's page, where the API reports what a test says; without, what it reports itself. */
  async function open(part: Partial<LaunchReportDto> | null = {}): Promise<void> {
    if (part !== null) await page.route(REPORT, (route) => fulfil(route, part));
    await page.goto(`${served.api.origin}/app/${token}`);
    await page.locator('.chart canvas').first().waitFor();
  }

  async function show(part?: Partial<LaunchReportDto> | null): Promise<void> {
    await open(part);
    await panel().scrollIntoViewIfNeeded();
    await until('all figures are there', async () => (await panel().locator('details').count()) === FIGURES);
  }

  it('is read once it comes into view, and once', async () => {
    await page.setViewportSize({ width: 390, height: 700 });
    await open();
    await page.locator('.holders tbody tr').first().waitFor();
    expect(reads).toBe(0);
    await panel().scrollIntoViewIfNeeded();
    await panel().getByText('3 wallets bought 8%, hold 3.1% now').waitFor();
    await page.mouse.wheel(0, -5_000);
    await panel().scrollIntoViewIfNeeded();
    expect(reads).toBe(1);
  });

  it('says what the API reports, to which the head of the page leads', async () => {
    await open(null);
    const { body: app } = await served.get<AppDetailDto>(`/apps/${token}`);
    const { body: report } = await served.get<LaunchReportDto>(`/apps/${token}/launch-report`);
    const badges = page.locator('.badges a');
    expect(await badges.allTextContents()).toEqual(badgeWords(app.launchReport));
    await badges.first().click();
    for (const words of Object.values(launchWords(report, app)))
      await panel().getByText(words).first().waitFor();
    expect(report.firstMinute.buyers).toBeGreaterThan(1);
  });

  it('has the meaning and the evidence of each figure one key away, linked to the explorer', async () => {
    await show();
    const { definitions, firstBlock, associates } = sampleReport(token);
    const first = figure('First block');
    await first.locator('summary').focus();
    await page.keyboard.press('Enter');
    await first.getByText(definitions['firstBlock']!).waitFor();
    const found = await first.getByRole('link').all();
    const links = await Promise.all(found.map((link) => link.getAttribute('href')));
    expect(links).toEqual(firstBlock.transactions.map((hash) => `${EXPLORER}/tx/${hash}`));
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.href')).toBe(links[0]);
    await figure('Associates').locator('summary').click();
    const row = figure('Associates').getByRole('row').nth(1);
    expect(await row.getByRole('link').first().getAttribute('href')).toBe(
      `${EXPLORER}/address/${associates!.wallets[0]!.wallet}`,
    );
  });

  it.each([1_440, 390])('is usable by everybody with all of it open, %i pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await show();
    for (const summary of await panel().locator('summary').all()) await summary.click();
    await panel().getByRole('table', { name: 'Moves of LP tokens' }).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(CUT_TABLES)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it('says in words what is not known', async () => {
    await show({
      ...{ knownFrom: 1_000_000, associates: null, bundles: null, bundledShare: null, roundTrips: null },
      liquidity: null,
    });
    for (const title of ['Associates', 'Bundles', 'Round trips'])
      await figure(title).getByText('Not known: launched before block 1000000').waitFor();
    await figure('Liquidity').getByText('None before the graduation').waitFor();
    expect(await panel().textContent()).not.toMatch(/null|NaN|undefined/);
  });

  it('says when it cannot be read, and is read again by a button', async () => {
    await page.route(REPORT, (route) => route.abort());
    await open(null);
    await panel().scrollIntoViewIfNeeded();
    await panel().getByRole('alert').waitFor();
    await page.unroute(REPORT);
    await page.route(REPORT, (route) => fulfil(route));
    await panel().getByRole('button', { name: 'Try again' }).click();
    await panel().getByText('3 wallets bought 8%').waitFor();
    expect(await panel().getByRole('alert').count()).toBe(0);
    complaints = complaints.filter((text) => !text.includes('ERR_FAILED'));
  });
});
