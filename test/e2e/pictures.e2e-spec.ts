import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Browser, Frame, Page } from 'playwright-core';
import type { Address } from 'viem';
import { formatChange } from '@slipway/sdk';
import { askAgain } from '../support/ask-again.js';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { PUBLIC_BASE_URL } from '../support/running-api.js';
import { ServedMarket } from '../support/served-market.js';
import { until } from '../support/until.js';

const MARKUP = '<img src=x onerror=alert(1)>';

/** What launches are called by those who hope for a page that writes it as it is. */
const NAMES = {
  markup: `\u202e${MARKUP}`,
  bidi: '\u202eevil \u2066🚀\u200f Moon 👩‍👩‍👧‍👦',
  long: 'W'.repeat(4_096),
} as const;

const ABSENT = `0x${'9'.repeat(40)}`;

let served: ServedMarket;
/** An app with trades, and one for each name. */
let traded: Address;
const named = new Map<string, Address>();

beforeAll(async () => {
  served = await ServedMarket.start(91, async (market, fixture) => {
    await market.open(1);
    for (const name of Object.values(NAMES))
      named.set(name, await fixture.launch(fixture.trader(1), { name, symbol: name.slice(0, 32) }));
    await market.act(12);
  });
  await served.serveHead();
  traded = served.market.tokens[0]!;
});

afterAll(async () => {
  await served.stop();
});

async function readSvg(path: string): Promise<string> {
  const response = await getPatiently(path);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get('content-type')).toBe('image/svg+xml');
  return response.text();
}

/** As the interface asks of clients: a busy response is asked for again. */
const getPatiently = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  askAgain(() => served.api.get(path, headers));

describe('GET /apps/{tokenAddress}/card.svg', () => {
  it('shows the figures that the interface has, and is the same picture for a minute', async () => {
    const { body: app } = await served.get<{ symbol: string; name: string; holders: number }>(
      `/apps/${traded}`,
    );
    const first = await served.api.get(`/apps/${traded}/card.svg`);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60, stale-if-error=300');
    expect(first.headers.get('content-security-policy')).toContain("default-src 'none'");
    const svg = await first.text();
    for (const text of [app.name, app.symbol, String(app.holders)]) expect(svg).toContain(`>${text}</text>`);
    const etag = first.headers.get('etag')!;
    const again = await served.api.get(`/apps/${traded.toLowerCase()}/card.svg`, { 'If-None-Match': etag });
    expect([again.status, again.headers.get('x-as-of-block')]).toEqual([
      304,
      first.headers.get('x-as-of-block'),
    ]);
    expect(await readSvg(`/apps/${traded}/card.svg?theme=light`)).not.toBe(svg);
  });

  it.each(Object.entries(NAMES))('has a name from the chain as text: %s', async (_kind, name) => {
    const svg = await readSvg(`/apps/${named.get(name)!}/card.svg`);
    expect(svg).not.toMatch(/<img|<script|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
    expect(svg.length).toBeLessThan(8_192);
    if (name === NAMES.markup) expect(svg).toContain('&lt;img src=x onerror');
  });

  it('is not there for what no app has, or operators hide; another address is no address', async () => {
    const hidden = named.get(NAMES.long)!;
    await served.query('INSERT INTO hidden_apps (token, reason) VALUES ($1, $2)', [hidden, 'a test']);
    for (const picture of ['card.svg?theme=light', 'sparkline.svg']) {
      for (const token of [ABSENT, hidden])
        expect((await served.api.get(`/apps/${token}/${picture}`)).status).toBe(404);
      expect((await served.api.get(`/apps/0x12/${picture}`)).status).toBe(400);
    }
    expect((await served.api.get(`/apps/${traded}/card.svg?theme=blue`)).status).toBe(400);
  });
});

describe('GET /apps/{tokenAddress}/card.png', () => {
  it('is a PNG of 1200 x 630, the same for a minute', async () => {
    const response = await getPatiently(`/apps/${traded}/card.png`);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('ratelimit-policy')).toContain('"heavy"');
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
    const headers = { 'If-None-Match': response.headers.get('etag')! };
    expect((await getPatiently(`/apps/${traded}/card.png`, headers)).status).toBe(304);
    expect((await getPatiently(`/apps/${ABSENT}/card.png`)).status).toBe(404);
  });
});

describe('GET /apps/{tokenAddress}/sparkline.svg', () => {
  it('draws a line of either span', async () => {
    for (const span of ['24h', '7d']) {
      const svg = await readSvg(`/apps/${traded}/sparkline.svg?span=${span}`);
      expect(svg).toMatch(/<path d="M2\.0 [\d.]+L/);
    }
  });
});

describe('GET /oembed', () => {
  const pageOf = (token: string): string => new URL(`embed/${token}`, PUBLIC_BASE_URL).href;
  const ask = (url: string, more = ''): Promise<Response> =>
    fetch(`${served.api.origin}/oembed?url=${encodeURIComponent(url)}${more}`);

  it('says how to embed a chart, with the name of its app as text', async () => {
    const response = await ask(pageOf(named.get(NAMES.markup)!), '&format=json&maxwidth=400');
    expect(response.status).toBe(200);
    expect(response.headers.get('ratelimit-policy')).toContain('"read"');
    const { title, html, ...rest } = (await response.json()) as { title: string; html: string };
    expect(rest).toEqual({
      ...{ version: '1.0', type: 'rich', provider_name: 'Slipway', provider_url: 'http://localhost:3000/' },
      ...{ cache_age: 60, width: 400, height: 480 },
    });
    expect(title).toMatch(/^<img src=x onerror=alert\(1\)> \(/);
    expect(html).toMatch(
      /^<iframe src="http:\/\/localhost:3000\/embed\/0x\w{40}" width="400"[^<>]*><\/iframe>$/,
    );
    const whole = await ask(new URL(`app/${traded}?tab=trades`, PUBLIC_BASE_URL).href);
    expect(await whole.json()).toMatchObject({ thumbnail_width: 1_200, thumbnail_height: 630 });
  });

  it('finds nothing where there is no chart of an app that is shown', async () => {
    for (const url of [pageOf(ABSENT), pageOf('0x12'), `https://example.com/embed/${traded}`])
      expect((await ask(url)).status).toBe(404);
    expect((await ask(pageOf(traded), '&format=xml')).status).toBe(501);
    expect((await fetch(`${served.api.origin}/oembed`)).status).toBe(400);
  });
});

const MOST_ELEMENT_BYTES = 4_096;
const MOST_PAGE_BYTES = 61_440;

/** Of a card: its size, and how much of three boxes is as bright as text. */
interface Drawn {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly name: number;
  readonly price: number;
  readonly empty: number;
}

interface Message {
  readonly source: string;
  readonly type: string;
  readonly code?: string;
  readonly candles?: number;
  readonly height?: number;
}

describeWith('chromium', 'GET /embed/{token}, in pages of another site', () => {
  let browser: Browser;
  let site: Server;
  let page: Page;
  /** What the browser complained about: a policy that is too strict shows here. */
  let complaints: string[];

  beforeAll(async () => {
    site = createServer((_request, response) => {
      // A strict page of its own.
      response
        .writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': "style-src 'none'" })
        .end('<!doctype html><title>Another site</title><body></body>');
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser.close();
    site.close();
  });

  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 900, height: 700 } });
    complaints = [];
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.evaluate(
      `globalThis.received = []; addEventListener('message', ({ data, origin }) => received.push({ ...data, origin }));`,
    );
  });

  afterEach(async () => {
    await page.close();
  });

  const received = (): Promise<Message[]> => page.evaluate<Message[]>('received');

  async function hear(type: string): Promise<Message> {
    await until(`the parent hears ${type}: ${complaints.join()}`, async () =>
      (await received()).some((message) => message.type === type),
    );
    return (await received()).find((message) => message.type === type)!;
  }

  async function embed(path: string): Promise<Frame> {
    const src = JSON.stringify(`${served.api.origin}/embed/${path}`);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: ${src}, width: 800, height: 480 }))`,
    );
    await until('the frame', () => page.frames().length > 1);
    return page.frames()[1]!;
  }

  /** Whether a canvas has pixels of the colour of a candle. */
  const isPainted = (frame: Frame): Promise<boolean> =>
    frame.evaluate<boolean>(`Array.from(document.querySelectorAll('canvas')).some((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 47 && data[i + 1] === 208 && data[i + 2] === 140) return true;
      return false;
    })`);

  it('draws a chart that moves with the market, in an origin of its own, and tells the page', async () => {
    const frame = await embed(`${traded}?embed=1&swaps=1&resolution=1m`);
    const ready = await hear('ready');
    expect(ready).toMatchObject({
      source: 'slipway',
      tokenAddress: traded,
      resolution: '1m',
      origin: 'null',
    });
    expect(ready.candles).toBeGreaterThan(0);
    expect((await hear('resize')).height).toBeGreaterThan(400);
    const { body: app } = await served.get<{ name: string }>(`/apps/${traded}`);
    expect(await frame.locator('#name').textContent()).toBe(app.name);
    expect(await frame.locator('#swaps tbody tr').count()).toBeGreaterThan(0);
    await until('candles are painted', () => isPainted(frame));
    expect(await frame.evaluate<string>('self.origin')).toBe('null');

    const price = await frame.locator('#price').textContent();
    const newest = await frame.locator('#swaps tbody tr').first().textContent();
    await served.fixture.buy(served.fixture.trader(2), traded, 50n * 10n ** 18n);
    await served.serveHead();
    await until('the price moves', async () => (await frame.locator('#price').textContent()) !== price);
    await until('the trade is listed', async () => {
      return (await frame.locator('#swaps tbody tr').first().textContent()) !== newest;
    });
    expect(complaints).toEqual([]);
  });

  it('keeps its chart beside trades, and has its figures alone in little room', async () => {
    const frame = await embed(`${traded}?swaps=1`);
    await hear('ready');
    expect(await frame.locator('.waiting').count()).toBe(0);
    const resize = (width: number, height: number): Promise<void> =>
      page.evaluate(
        `Object.assign(document.querySelector('iframe'), { width: ${width}, height: ${height} })`,
      );
    await resize(400, 400);
    await until('the chart has room', async () => {
      const { height } = (await frame.locator('#chart').boundingBox())!;
      return height >= 120;
    });
    await resize(200, 100);
    await until('the chart is gone', async () => !(await frame.locator('#chart').isVisible()));
    expect(await frame.locator('#price').isVisible()).toBe(true);
    expect(await frame.evaluate<number>('document.documentElement.scrollHeight')).toBeLessThanOrEqual(100);
  });

  it('has a name of a stranger as text', async () => {
    const frame = await embed(`${named.get(NAMES.markup)!}?light_chart=1`);
    await hear('ready');
    expect(await frame.locator('#name').textContent()).toBe(MARKUP);
    expect(await frame.locator('img').count()).toBe(0);
    expect(await frame.title()).toContain(MARKUP.slice(0, 24));
    expect(complaints).toEqual([]);
  });

  it.each([
    [`0x${'9'.repeat(40)}`, 'not_found', 'No app has this token.'],
    ['0x12', 'invalid_request', 'The address must be'],
    [`0x${'9'.repeat(40)}?resolution=2h`, 'invalid_request', 'resolution must be one of'],
  ])('says why there is no chart of %s', async (path, code, words) => {
    const frame = await embed(path);
    expect(await hear('error')).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(await frame.getByRole('alert').textContent()).toContain(words);
  });

  it('is a custom element of any page, which hears what its chart tells', async () => {
    const details = await page.evaluate<object>(`(async () => {
      await import('${served.api.origin}/embed/slipway-chart.js');
      const chart = document.createElement('slipway-chart');
      chart.setAttribute('token', '${traded}');
      chart.setAttribute('info', '0');
      const told = new Promise((resolve) => chart.addEventListener('chart-ready', resolve));
      document.body.append(chart);
      return { detail: (await told).detail, height: chart.getBoundingClientRect().height };
    })()`);
    expect(details).toMatchObject({ detail: { type: 'ready', tokenAddress: traded }, height: 400 });
    expect(complaints).toEqual([]);
  });

  it('tells when its frame cannot be reached, refused or silent', async () => {
    await page.route('**/embed/0x*', (route) =>
      route.request().url().includes(ABSENT) ? route.abort('connectionrefused') : Promise.resolve(),
    );
    const details = await page.evaluate<object[]>(`(async () => {
      await import('${served.api.origin}/embed/slipway-chart.js');
      return Promise.all(['${ABSENT}', '${traded}'].map((token) => {
        const chart = document.createElement('slipway-chart');
        chart.setAttribute('token', token);
        chart.style.height = '200px';
        const told = new Promise((resolve) => chart.addEventListener('chart-error', ({ detail }) => resolve(detail)));
        document.body.append(chart);
        return told;
      }));
    })()`);
    const unreachable = { source: 'slipway', type: 'error', code: 'unreachable' };
    expect(details).toMatchObject([unreachable, unreachable]);
  });

  it('may be framed, in a sandbox; no other page may', async () => {
    const response = await fetch(`${served.api.origin}/embed/${traded}`);
    const policy = response.headers.get('content-security-policy')!;
    for (const part of ["default-src 'none'", 'frame-ancestors *', 'sandbox allow-scripts'])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|allow-same-origin/);
    expect(response.headers.get('x-frame-options')).toBeNull();
    for (const path of [
      '/docs',
      '/openapi.json',
      `/v1/apps/${traded}`,
      '/embed/slipway-chart.js',
      '/nothing',
    ]) {
      const other = await fetch(served.api.origin + path);
      expect([path, other.headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
      expect(other.headers.get('x-frame-options')).toBe('DENY');
    }
  });

  it('has files that are kept under their hash, and few bytes of them', async () => {
    const html = await (await fetch(`${served.api.origin}/embed/${traded}`)).text();
    const [, script] = /src="([^"]+)"/.exec(html)!;
    const response = await fetch(served.api.origin + script!);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const bytesOf = async (path: string): Promise<number> =>
      brotliCompressSync(Buffer.from(await (await fetch(served.api.origin + path)).arrayBuffer())).length;
    expect(await bytesOf(script!)).toBeLessThanOrEqual(MOST_PAGE_BYTES);
    expect(await bytesOf('/embed/slipway-chart.js')).toBeLessThanOrEqual(MOST_ELEMENT_BYTES);
  });

  it('has one colour for the change and the price at the axis: that of 24 hours, not of the last candle', async () => {
    const { fixture } = served;
    const token = await fixture.launch(fixture.trader(1));
    await fixture.buy(fixture.trader(1), token, 900n * 10n ** 18n);
    await fixture.client.increaseTime({ seconds: 25 * 3_600 });
    await fixture.approve(fixture.trader(1), token);
    await fixture.sell(fixture.trader(1), token, 10n ** 24n);
    await fixture.client.increaseTime({ seconds: 7_200 });
    await fixture.buy(fixture.trader(1), token, 10n ** 18n);
    await served.serveHead();
    const { body: app } = await served.get<{ priceChange24h: number }>(`/apps/${token}`);
    const { body: series } = await served.get<{ candles: { open: number; close: number }[] }>(
      `/candles/${token}?interval=1h`,
    );
    const last = series.candles.at(-1)!;
    expect([app.priceChange24h < 0, last.close > last.open]).toEqual([true, true]);
    // The line itself begins up to an hour later than the change.
    expect(await readSvg(`/apps/${token}/sparkline.svg`)).toContain(
      `24h: ${formatChange(app.priceChange24h)}</title>`,
    );
    const frame = await embed(`${token}?resolution=1h`);
    await hear('ready');
    expect(await frame.evaluate('getComputedStyle(document.getElementById("change")).color')).toBe(
      'rgb(255, 96, 112)',
    );
    // The canvas at the right edge is the axis.
    const painted = (colour: string): Promise<boolean> =>
      frame.evaluate<boolean>(`Array.from(document.querySelectorAll('#chart td:last-child canvas')).some((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        for (let i = 0; i < data.length; i += 4)
          if (data.slice(i, i + 3).join() === '${colour}') return true;
        return false;
      })`);
    await until('the label is painted', () => painted('255,96,112'));
    expect(await painted('47,208,140')).toBe(false);
  });

  it('shows a card that is drawn: letters where they belong, and none beside', async () => {
    // A busy machine may not paint the first one in time. The page is given the same.
    expect((await getPatiently(`/apps/${traded}/card.png`)).status).toBe(200);
    const drawn = await page.evaluate<Drawn>(`(async () => {
      const blob = await (await fetch('${served.api.origin}/v1/apps/${traded}/card.png')).blob();
      const bitmap = await createImageBitmap(blob);
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      // The share of pixels of a box that are as bright as text.
      const bright = (...box) => {
        const { data } = context.getImageData(...box);
        let count = 0;
        for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] > 600) count += 1;
        return (4 * count) / data.length;
      };
      return {
        ...{ type: blob.type, width: bitmap.width, height: bitmap.height },
        ...{ name: bright(200, 64, 200, 60), price: bright(64, 220, 200, 90), empty: bright(900, 190, 236, 140) },
      };
    })()`);
    expect(drawn).toMatchObject({ type: 'image/png', width: 1_200, height: 630, empty: 0 });
    for (const share of [drawn.name, drawn.price]) {
      expect(share).toBeGreaterThan(0.04);
      expect(share).toBeLessThan(0.6);
    }
    expect(complaints).toEqual([]);
  });
});
