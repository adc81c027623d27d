import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core';
import type { Address } from 'viem';
import type { CandleDto, CandleSeriesDto } from '../../apps/api/src/modules/market/candles/candles.dto.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { findViolations } from '../support/find-violations.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

/** More candles of a minute than the page keeps. */
const HOURS = 90;
const TOKEN = 10n ** 18n;

describeWith('chromium', "an app's chart on the market page", () => {
  let served: ServedMarket;
  let token: Address;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  /** Requests for candles that the page sent. */
  let asked: URLSearchParams[];

  beforeAll(async () => {
    served = await ServedMarket.start(96, async (market, fixture) => {
      await market.open(1);
      token = market.tokens[0]!;
      for (let i = 0; i < 9; i += 1) {
        await fixture.buy(fixture.trader(i), token, BigInt(40 + 30 * i) * TOKEN);
        await fixture.client.increaseTime({ seconds: (HOURS / 9) * 3_600 });
      }
      await fixture.buy(fixture.trader(1), token, 500n * TOKEN);
    });
    await served.serveHead();
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await served.stop();
  });

  async function open(options: BrowserContextOptions = {}): Promise<void> {
    page = await browser.newPage({ viewport: { width: 1_440, height: 900 }, ...options });
    [complaints, asked] = [[], []];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request: Request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.includes('/candles/')) asked.push(searchParams);
    });
    await page.goto(`${served.api.origin}/app/${token}`);
    await page.getByRole('button', { name: '1m', exact: true }).click();
    await page.getByRole('img', { name: '300 candles of APP0, 1m each' }).waitFor();
    asked.length = 0;
  }

  afterEach(async () => {
    expect(complaints).toEqual([]);
    await page.close();
  });

  const label = async (): Promise<string> => (await page.locator('.chart').getAttribute('aria-label'))!;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const timeOf = ({ openTime }: CandleDto): string => openTime.slice(0, 16).replace('T', ' ');
  /** The time of the first candle in view, or of the last. */
  const edge = async (which: 'from' | 'to'): Promise<string | undefined> =>
    new RegExp(`${which} (\\S+ \\S+) UTC`).exec(await label())?.[1];

  async function launchCandle(): Promise<CandleDto> {
    const { body } = await served.get<CandleSeriesDto>(
      `/candles/${token}?interval=1m&from=2020-01-01T00:00:00Z&limit=1`,
    );
    return body.candles[0]!;
  }

  async function expectLaunch(): Promise<void> {
    const first = await launchCandle();
    await until('the launch is in view', async () => (await edge('from')) === timeOf(first));
    expect(await label()).toContain(`from ${timeOf(first)} UTC, which opens at $0.0`);
    await page.getByText('Since the launch').waitFor();
  }

  it('is scrolled back page by page to the launch, and has the market again at its end', async () => {
    await open();
    const chart = page.locator('.chart');
    await chart.hover();
    await until('the launch is reached', async () => {
      await page.mouse.wheel(-1_500, 0);
      return page.getByText('Since the launch').isVisible();
    });
    await expectLaunch();
    const ends = asked.map((query) => query.get('to')!);
    expect(ends.every((to, i) => i === 0 || to < ends[i - 1]!)).toBe(true);
    expect(ends.length).toBe(Math.ceil((HOURS * 60 + 1 - 300) / 500));
    expect(asked.every((query) => query.get('limit') === '500')).toBe(true);
    // Further back there is nothing, and nobody asks for it.
    await button('Earlier').click({ force: true });
    expect([await button('Earlier').getAttribute('aria-disabled'), asked.length]).toEqual([
      'true',
      ends.length,
    ]);
    await served.fixture.buy(served.fixture.trader(2), token, 900n * TOKEN);
    await served.serveHead();
    expect(await edge('from')).toBe(timeOf(await launchCandle()));
    await button('Newest').click();
    await page.getByRole('img', { name: /candles of APP0, 1m each, the last closes at/ }).waitFor();
    const close = await label();
    await served.fixture.buy(served.fixture.trader(3), token, 2_000n * TOKEN);
    await served.serveHead();
    await until('the chart moves with the market', async () => (await label()) !== close);
  });

  it('comes forward again from the launch, page by page', async () => {
    await open();
    await button('Launch').click();
    await expectLaunch();
    expect(asked.map((query) => [query.has('to'), query.has('from')])).toEqual([[false, true]]);
    await until('the newest is reached', async () => {
      await button('Later').click({ force: true });
      return (await button('Newest').getAttribute('aria-disabled')) === 'true';
    });
    expect(await label()).toMatch(/candles of APP0, 1m each, the last closes at/);
    expect(asked.slice(1).every((query) => query.has('from') && !query.has('to'))).toBe(true);
  });

  it('is led by the keyboard', async () => {
    await open();
    await page.locator('.chart').focus();
    // The chart draws, and tells of its view, in a frame of the browser's.
    await page.keyboard.press('ArrowLeft');
    await until('the newest is out of view', async () => (await edge('to')) !== undefined);
    const to = (await edge('to'))!;
    await page.keyboard.press('ArrowLeft');
    await until('the view is earlier', async () => (await edge('to'))! < to);
    await page.keyboard.press('ArrowRight');
    await until('the view is as before', async () => (await edge('to')) === to);
    await page.keyboard.press('Home');
    await expectLaunch();
    await page.keyboard.press('End');
    await page.getByRole('img', { name: /candles of APP0, 1m each, the last closes at/ }).waitFor();
  });

  it('stays where it is while earlier candles come, and says when they cannot be read', async () => {
    await open();
    const letGo: (() => void)[] = [];
    let isBroken = true;
    await page.route('**/candles/**', async (route) => {
      if (isBroken) return route.abort();
      await new Promise<void>((resolve) => letGo.push(resolve));
      return route.continue();
    });
    await button('Earlier').click();
    await page.getByRole('alert').waitFor();
    const [seen, from, to] = [await label(), await edge('from'), await edge('to')];
    expect(seen).toContain('Candles of APP0, 1m each, in view');
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Reading candles').waitFor();
    await until('the page asks again', () => Promise.resolve(letGo.length === 1));
    expect([await label(), await page.getByRole('alert').count()]).toEqual([seen, 0]);
    letGo[0]!();
    await until('earlier candles are there', async () => (await edge('from')) !== from);
    expect(await edge('to')).toBe(to);
    await page.unroute('**/candles/**');
    complaints = complaints.filter((text) => !text.includes('ERR_FAILED'));
  });

  it('is moved by a finger, and fits a phone, light and dark', async () => {
    await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const box = (await page.locator('.chart').boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const y = box.y + box.height / 3;
    const at = (x: number) => ({ touchPoints: [{ x, y }] });
    const drag = async (): Promise<void> => {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(box.x + 40) });
      for (let x = 60; x < 300; x += 20)
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(box.x + x) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await drag();
    await until('earlier candles were read', () => Promise.resolve(asked.length > 0));
    await until('the newest is out of view', async () => (await edge('to')) !== undefined);
    const to = await edge('to');
    await drag();
    await until('the chart goes on back', async () => (await edge('to'))! < to!);
    await button('Launch').click();
    await expectLaunch();
    await page.getByText('The last candles in view as a table').click();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(390);
    }
    await expectLaunch();
  });
});
