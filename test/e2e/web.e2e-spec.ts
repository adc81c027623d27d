import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Address } from 'viem';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { findViolations } from '../support/find-violations.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

/** What launches are called by those who hope for a page that writes it as it is. */
const NAMES = {
  markup: '<img src=x onerror=alert(1)>',
  bidi: '\u202eevil \u2066🚀\u200f Moon 👩‍👩‍👧‍👦',
  long: 'W'.repeat(4_096),
} as const;

/** What the fixture's launches name. */
const PICTURE_URL = 'https://tidepool.app/icon.png';
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let served: ServedMarket;
const named = new Map<string, Address>();

beforeAll(async () => {
  served = await ServedMarket.start(94, async (market, fixture) => {
    await market.open(3);
    for (const name of Object.values(NAMES))
      named.set(name, await fixture.launch(fixture.trader(1), { name, symbol: name.slice(0, 32) }));
    await market.act(12);
  });
  await served.serveHead();
});

afterAll(async () => {
  await served.stop();
});

describe('the files of the market page', () => {
  const get = (place: string, headers = {}): Promise<Response> =>
    fetch(served.api.origin + place, { headers, redirect: 'manual' });

  it.each(['/', '/launch', '/portfolio', '/rewards', `/app/0x${'1'.repeat(40)}`])(
    'has the page at %s, with a policy of its own and no cookie',
    async (place) => {
      const response = await get(place);
      const html = await response.text();
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      const policy = response.headers.get('content-security-policy')!;
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).toContain("img-src 'self' data:;");
      expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/);
      expect(html).toContain('data-base="/" data-api="/v1"');
    },
  );

  it("names an app's chart for sites that embed it, which oEmbed describes", async () => {
    const link = async (place: string): Promise<string | null> => (await get(place)).headers.get('link');
    const token = served.market.tokens[0]!;
    const [, described = ''] = /^<(.+)>; rel="alternate"; type="application\/json\+oembed"$/.exec(
      (await link(`/app/${token.toLowerCase()}`)) ?? '',
    )!;
    const { pathname, search } = new URL(described);
    const response = await get(pathname + search);
    expect(await response.json()).toMatchObject({
      type: 'rich',
      html: expect.stringContaining(token) as string,
    });
    expect([await link('/'), await link('/app/0x12'), await link('/portfolio')]).toEqual([null, null, null]);
  });

  it('has no code of wallets that are made in the page: this is no local network', async () => {
    const files = await readdir(path.resolve(import.meta.dirname, '../../dist/apps/web/assets'));
    const statuses = await Promise.all(
      files.map(async (file) => [file.startsWith('local-wallet-'), (await get(`/assets/${file}`)).status]),
    );
    expect(statuses).toContainEqual([true, 404]);
    expect(statuses).not.toContainEqual([true, 200]);
    expect(statuses).not.toContainEqual([false, 404]);
    expect(await (await get('/')).text()).not.toContain('data-faucet');
  });

  it('has files that never change, compressed', async () => {
    const html = await (await get('/')).text();
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const response = await get(file, { 'Accept-Encoding': 'br' });
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding')).toBe('br');
    }
    expect((await get('/assets/index-00000000.js')).status).toBe(404);
    expect((await get('/assets/../package.json')).status).toBe(404);
  });
});

describeWith('chromium', 'the market page', () => {
  let browser: Browser;
  let page: Page;
  /** What the browser complained about: a policy that is too strict shows here. */
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1_280, height: 900 } });
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

  async function open(place: string): Promise<void> {
    await page.goto(served.api.origin + place);
  }

  it.each([
    ['dark', 1_280],
    ['light', 1_280],
    ['light', 390],
  ] as const)('is usable by everybody: %s, %i pixels wide', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await open('/');
    await page.locator('.card-link').first().waitFor();
    await page.locator('.boards tbody tr').first().waitFor();
    await page.locator('.event').first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it.each(['/', '/app'])('loads at most 150 KB of files for %s, with Brotli', async (place) => {
    await open(place === '/' ? place : `/app/${served.market.tokens[0]!}`);
    await page
      .locator(place === '/' ? '.card-link' : '.chart canvas')
      .first()
      .waitFor();
    const bytes = await page.evaluate<number>(
      `performance.getEntries()
        .filter(({ name, entryType }) => entryType === 'navigation' || name.includes('/assets/'))
        .reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)`,
    );
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(150 * 1_024);
  });

  it('has a card for every app, with its figures and its line', async () => {
    await open('/');
    await page.locator('.card-link').first().waitFor();
    const { body } = await served.get<{ apps: { tokenAddress: string }[] }>('/apps');
    expect(await page.locator('.card-link').count()).toBe(body.apps.length);
    const first = page.locator('.card').first();
    expect(await first.locator('a').getAttribute('href')).toBe(`/app/${body.apps[0]!.tokenAddress}`);
    expect(await first.textContent()).toMatch(/Market cap\$[\d.,]+/);
    expect(await page.locator('svg.sparkline').count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const { body: newest } = await served.get<{ apps: { tokenAddress: string }[] }>('/apps?sort=newest');
    const place = `/app/${newest.apps[0]!.tokenAddress}`;
    await page.locator(`.card:first-child a[href="${place}"]`).waitFor();
  });

  it('tells of a trade as it happens, and moves the price of its card', async () => {
    await open('/');
    await page.locator('.live-mark.open').waitFor();
    const token = served.market.tokens[0]!;
    const card = page.locator('.card', { has: page.locator(`a[href="/app/${token}"]`) });
    const price = await card.locator('.card-price strong').textContent();
    await page.locator('.event').first().waitFor();
    await page.evaluate(`for (const { dataset } of document.querySelectorAll('.event')) dataset.seen = ''`);
    await served.fixture.buy(served.fixture.trader(2), token, 90n * 10n ** 18n);
    await served.serveHead();
    await until(
      'the price moves',
      async () => (await card.locator('.card-price strong').textContent()) !== price,
    );
    await page.locator(`.event.buy:first-child:not([data-seen]) a[href="/app/${token}"]`).waitFor();
  });

  it('finds an app while its name is typed, by the keyboard alone', async () => {
    await open('/');
    const { body } = await served.get<{ apps: { tokenAddress: string; symbol: string }[] }>(
      '/apps?sort=newest',
    );
    const app = body.apps.at(-1)!;
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(app.symbol, { delay: 20 });
    // What was found for the first letters alone may have come before.
    await page.locator(`#search-0 a[href="/app/${app.tokenAddress}"]`).waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await page.getByRole('combobox').getAttribute('aria-activedescendant')).toBe('search-0');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/app/${app.tokenAddress}`);
    await page.goBack();
    await page.locator('.card-link').first().waitFor();
  });

  it('opens what was typed, never what was found for the letters before', async () => {
    await open('/');
    const { body } = await served.get<{ apps: { tokenAddress: string; symbol: string }[] }>(
      '/apps?sort=newest',
    );
    const app = body.apps.at(-1)!;
    const box = page.getByRole('combobox');
    await box.fill(body.apps[0]!.symbol);
    await page.getByRole('option').first().waitFor();
    await box.fill(app.symbol);
    await box.press('Enter');
    await page.waitForURL(`**/app/${app.tokenAddress}`);
  });

  it('has names of strangers as text', async () => {
    await open('/');
    await page.locator('.card-link').first().waitFor();
    const names = await page.locator('.card-name strong').allTextContents();
    expect(names).toContain(NAMES.markup);
    expect(names).toContain('evil 🚀 Moon 👩‍👩‍👧‍👦');
    expect(names.find((name) => name.startsWith('WWW'))!.length).toBeLessThanOrEqual(40);
    expect(await page.locator('img').count()).toBe(0);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(1_280);
  });

  it('loads a picture once its reader asks for it, on that page alone, and tells nobody where from', async () => {
    const asked: Record<string, string>[] = [];
    await page.route('https://tidepool.app/**', async (route) => {
      asked.push(await route.request().allHeaders());
      await route.fulfill({ contentType: 'image/png', body: Buffer.from(PIXEL, 'base64') });
    });
    const load = (): Promise<string> =>
      page.evaluate<string>(`new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
        image.src = '${PICTURE_URL}?2';
      })`);
    const place = `/app/${named.get(NAMES.bidi)!}`;
    await open(place);
    const links = page.locator('.links');
    expect(await links.getByRole('link', { name: 'tidepool.app' }).getAttribute('rel')).toContain('noopener');
    await links.getByText('from tidepool.app, which then sees your address').waitFor();
    expect([await load(), await page.locator('main img').count(), asked.length]).toEqual(['refused', 0, 0]);
    await links.getByRole('link', { name: 'Show its picture' }).click();
    await page.waitForURL(`**${place}/picture`);
    await page.locator('.app-head img').waitFor();
    const width = 'document.querySelector(".app-head img").naturalWidth';
    await until('the picture is loaded', async () => (await page.evaluate<number>(width)) === 1);
    expect(asked.map(({ referer, cookie }) => [referer, cookie])).toEqual([[undefined, undefined]]);
    // Letters stand where it does not load.
    await page.unroute('https://tidepool.app/**');
    await page.route('https://tidepool.app/**', (route) => route.abort());
    await page.reload();
    await page.locator('.app-head .letters:not(img)').waitFor();
    await page.getByRole('link', { name: 'Market', exact: true }).click();
    await page.locator('.card-link').first().waitFor();
    expect(await load()).toBe('refused');
    complaints = complaints.filter((text) => !/img-src 'self' data:|ERR_FAILED/.test(text));
  });

  it('shows the first wallets of each leaderboard', async () => {
    await open('/');
    await page.locator('.boards tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Traders' }).click();
    await page.locator('.boards tbody code').first().waitFor();
  });
});
