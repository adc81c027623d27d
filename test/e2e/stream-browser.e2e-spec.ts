import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { ServedMarket } from '../support/served-market.js';
import { StreamClient } from '../support/stream-client.js';

const GUIDE = path.resolve(import.meta.dirname, '../../docs/build/stream.md');

/** What a page shows of its streams. */
interface Shown {
  readonly events: string[];
}

describeWith('chromium', 'an EventSource in a page of another site', () => {
  let served: ServedMarket;
  let api: RunningApi;
  let site: Server;
  /** Requests for a stream by way of a proxy, which fails at first. */
  let proxied = 0;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = createServer(({ url = '' }, response) => {
      const [, query] = url.split('/proxied/stream');
      proxied += query === undefined ? 0 : 1;
      if (query === undefined)
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A page</title>');
      else if (proxied === 1) response.writeHead(502).end('Bad gateway');
      else response.writeHead(307, { Location: `${api.origin}/v1/stream${query}` }).end();
    });
    site.listen(0, '127.0.0.1');
    [browser, served] = await Promise.all([
      launchBrowser(),
      ServedMarket.start(72, (market) => market.open(1)),
    ]);
    api = await startApi(served.indexed.database.url, { streamMaxConnections: 1 });
    page = await browser.newPage();
  });

  beforeEach(() => page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`));

  afterAll(async () => {
    await browser.close();
    site.close();
    await api.close();
    await served.stop();
  });

  const shown = (): Promise<string[]> => page.evaluate(() => (globalThis as unknown as Shown).events);

  it('waits while no more streams can be opened, and comes again by itself', async () => {
    const held = await StreamClient.open(`${api.origin}/v1/stream?topics=head`);
    await page.evaluate((url) => {
      const events: string[] = [];
      const source = new EventSource(url);
      source.onerror = () => events.push(`error ${source.readyState}`);
      source.addEventListener('snapshot', () => events.push('snapshot'));
      Object.assign(globalThis, { events });
    }, `${api.origin}/v1/stream?topics=head`);
    await page.waitForFunction(() => (globalThis as unknown as Shown).events.length > 0);
    held.cut();
    await page.waitForFunction(() => (globalThis as unknown as Shown).events.includes('snapshot'));
    // 0 is CONNECTING: it was never closed for good.
    expect(new Set(await shown())).toEqual(new Set(['error 0', 'snapshot']));
  });

  it('is opened anew by the lines of the guide when an error page closed it for good', async () => {
    const [, lines] = /^```js\n(function follow.*?)^```$/ms.exec(readFileSync(GUIDE, 'utf8'))!;
    await page.addScriptTag({ content: `const api = '/proxied';\n${lines!}\nfollow('head', () => {});` });
    await page.waitForResponse((response) => response.ok() && response.url().startsWith(api.origin));
    expect(proxied).toBe(2);
  });
});
