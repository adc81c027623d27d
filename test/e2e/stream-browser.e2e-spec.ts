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
  /** Requests for a stream by way of a proxy, and what it answers in place of the API to the next ones. */
  let proxied: URLSearchParams[] = [];
  let answers: (readonly [status: number, body: string])[] = [];
  /** What comes to the API by way of the proxy waits for this. */
  let gate: Promise<unknown> = Promise.resolve();
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = createServer(({ url = '' }, response) => {
      const [, query] = url.split('/proxied/stream');
      if (query === undefined) {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>A page</title>');
        return;
      }
      proxied.push(new URLSearchParams(query));
      const [status, body] = answers.shift() ?? [307, ''];
      const headers =
        status === 307
          ? { Location: `${api.origin}/v1/stream${query}` }
          : { 'Content-Type': 'text/event-stream' };
      const reply = (): void => {
        response.writeHead(status, headers).end(body);
      };
      if (status === 307) void gate.then(reply);
      else reply();
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

  describe('by the lines of the guide', () => {
    const [, lines] = /^```js\n(.*?^function follow.*?)^```$/ms.exec(readFileSync(GUIDE, 'utf8'))!;

    beforeEach(() => {
      [proxied, answers, gate] = [[], [], Promise.resolve()];
    });

    const follow = (topics: string): Promise<unknown> =>
      page.addScriptTag({ content: `const api = '/proxied';\n${lines!}\nfollow('${topics}', market);` });
    const trades = (): Promise<string[]> => page.evaluate('[...trades.keys()]');

    it('keeps what was told, and goes on after it when an error page closed it for good', async () => {
      answers = [
        [200, FRAMES],
        [502, 'Bad gateway'],
      ];
      let letOn = (): void => undefined;
      gate = new Promise<void>((resolve) => (letOn = resolve));
      const failed = page.waitForResponse((response) => response.status() === 502);
      await follow('trades');
      await failed;
      expect(await trades()).toEqual(['0xaa:0', '0xbb:1']);
      expect(await page.evaluate('[[...candles.keys()], prices.get("0x1").priceUsd]')).toEqual([
        [TIMES[0]],
        2,
      ]);
      // The id is of another deployment: the API begins anew.
      letOn();
      await page.waitForFunction('!trades.has("0xaa:0")');
      expect(proxied.map((query) => query.get('lastEventId'))).toEqual(['', '', '1-1:9', '1-1:9']);
    });

    it('says why it is refused, and comes no more', async () => {
      const refused = page.waitForEvent('pageerror');
      await follow(`trades:0x${'1'.repeat(40)}`);
      expect((await refused).message).toContain('"not_found"');
      expect(proxied).toHaveLength(2);
    });
  });
});

const TIMES = ['2026-11-21T00:00:00.000Z', '2026-11-21T01:00:00.000Z'] as const;
const trade = (txHash: string, logIndex: number): object => ({ txHash, logIndex });

/** With a reorganisation that undoes one of three trades and one of two candles. */
const SCRIPT: readonly (readonly [event: string, data: object])[] = [
  ['snapshot', { topic: 'trades', activity: [trade('0xaa', 0)] }],
  ['snapshot', { topic: 'candles:0x1:1h', candles: TIMES.map((openTime) => ({ openTime })) }],
  ['trade', trade('0xbb', 1)],
  ['trade', trade('0xcc', 2)],
  ['price', { tokenAddress: '0x1', priceUsd: 2 }],
  ['retract', { trades: [trade('0xcc', 2)], apps: [], candles: [], validTime: TIMES[0] }],
];
const FRAMES = SCRIPT.map(
  ([event, data], i) => `retry: 10\nid: 1-1:${i + 4}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
).join('');
