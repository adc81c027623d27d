import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Address } from 'viem';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { ServedMarket } from '../support/served-market.js';

const POLL_MS = 2_000;

/** What the page keeps: when it asked, and the newest event that it was told of then. */
interface Shown {
  polls: { readonly askedAt: number; readonly txHash: string }[];
}

/** A page of a stranger's site. A browser keeps responses apart by site, so that it needs an origin of its own. */
function serveEmptyPage(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A page</title>');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

describeWith('chromium', 'a page that polls an app, in a browser', () => {
  let served: ServedMarket;
  let site: Server;
  let browser: Browser;
  let page: Page;
  let app: Address;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), serveEmptyPage()]);
    served = await ServedMarket.start(71, async (market) => {
      await market.open(2);
      await market.act(10);
    });
    app = served.market.tokens[0]!;
    await served.serveHead();
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await browser.close();
    site.close();
    await served.stop();
  });

  it('shows a trade when it asks next', async () => {
    await page.evaluate(
      ([url, interval]) => {
        const polls: Shown['polls'] = [];
        Object.assign(globalThis, { polls });
        const poll = async (): Promise<void> => {
          const askedAt = Date.now();
          const response = await fetch(url);
          const { activity } = (await response.json()) as { activity: { txHash: string }[] };
          polls.push({ askedAt, txHash: activity[0]?.txHash ?? '' });
        };
        void poll();
        setInterval(() => void poll(), interval);
      },
      [`${served.api.origin}/v1/apps/${app}/activity?limit=1`, POLL_MS] as const,
    );
    for (const pause of [300, 1_100, 5_300]) {
      // At another moment of the page's interval each time, and once after a response has grown old.
      await sleep(pause);
      const logs = await served.fixture.buy(served.fixture.trader(1), app, 10n ** 18n);
      await served.serveHead();
      const servedAt = Date.now();
      const hasAsked = (since: number): boolean =>
        (globalThis as unknown as Shown).polls.some(({ askedAt }) => askedAt >= since);
      await page.waitForFunction(hasAsked, servedAt, { polling: 20 });
      const polls = await page.evaluate(() => (globalThis as unknown as Shown).polls);
      const told = polls.filter(({ askedAt }) => askedAt >= servedAt).map(({ txHash }) => txHash);
      expect(new Set(told)).toEqual(new Set([logs[0]?.transactionHash]));
    }
  });
});
