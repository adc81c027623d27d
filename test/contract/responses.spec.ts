import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '../support/browser.js';
import { describeWith } from '../support/describe-with.js';
import { ResponseChecker, readDescription, type ReceivedResponse } from '../support/http/check-response.js';
import { readExchange } from '../support/http/read-exchange.js';
import { RawClient } from '../support/http/raw-client.js';
import { sendRaw } from '../support/http/raw-request.js';
import { takeMistakes } from '../support/http/received-responses.js';
import { until } from '../support/until.js';

const checker = new ResponseChecker(readDescription());
const token = `0x${'1'.repeat(40)}`;
const curve = {
  tokenAddress: token,
  stage: 'curve',
  virtualPlatformReserve: '1',
  virtualTokenReserve: '1',
  realPlatformReserve: '1',
  realTokenReserve: '1',
  graduationThreshold: '1',
  progress: 0.5,
  priceInPlatform: '0.1',
  pool: null,
  graduatedAt: null,
};
const session = {
  address: token,
  issuedAt: '2026-11-21T00:00:00.000Z',
  expiresAt: '2026-11-21T01:00:00.000Z',
};

const COMMON = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'a',
  'ratelimit-policy': '"read";q=100;w=60',
  ratelimit: '"read";r=42;t=17',
};
const PRIVATE: Readonly<Record<string, string>> = { ...COMMON, 'cache-control': 'private, no-store' };
const SHARED: Readonly<Record<string, string>> = {
  ...COMMON,
  'cache-control': 'public, max-age=0, s-maxage=2',
  etag: '"a"',
  vary: 'Accept-Encoding',
  'x-as-of-block': '7',
  'x-as-of-time': '2026-11-21T00:00:00.000Z',
};
const CLIENT_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy'];
const WITHOUT_BLOCK = without(['x-as-of-block'], SHARED);

/** Of a shared cache. */
const STORED = without(CLIENT_HEADERS, { ...SHARED, 'x-cache': 'hit' });

function without(
  names: readonly string[],
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

interface Sample {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

function received(body: unknown, sample: Sample): ReceivedResponse {
  const { method = 'GET', path = `/curves/${token}`, status = 200, headers = SHARED } = sample;
  const text = body === null ? '' : JSON.stringify(body);
  return { method, path, status, text, header: (name: string) => headers[name.toLowerCase()] ?? null };
}

const check = (body: unknown, sample: Sample = {}): string[] => checker.check(received(body, sample));
const failure = (code: string): object => ({ error: { code, message: 'No.', details: {} } });

/** What test/support/http/checked-fetch.ts asks of every response that a suite receives. */
describe('a response', () => {
  it('passes as it is described', () => {
    expect(check(curve)).toEqual([]);
    expect(check(null, { method: 'HEAD' })).toEqual([]);
    expect(check(null, { status: 304 })).toEqual([]);
    expect(check(failure('not_found'), { status: 404 })).toEqual([]);
    expect(check(session, { path: '/auth/session', headers: PRIVATE })).toEqual([]);
  });

  it('passes without the headers of its client, where a cache stored it', () => {
    expect(check(curve, { headers: STORED })).toEqual([]);
    const status = 502;
    expect(check(null, { status, headers: { 'x-cache': 'MISS' } })).toEqual([]);
    expect(check(null, { status })).not.toEqual([]);
  });

  it('passes where there is no operation', () => {
    expect(check(1, { path: '/samples' })).toEqual([]);
    expect(check(failure('method_not_allowed'), { method: 'PUT', status: 405 })).toEqual([]);
  });

  it.each<[string, unknown, Sample, string]>([
    ['an extra field', { ...curve, extra: 1 }, {}, ' must NOT have additional properties (extra)'],
    ['an object for text', { ...curve, pool: { a: 1 } }, {}, '/pool must be string,null'],
    ['a null', { ...curve, progress: null }, {}, '/progress must be number'],
    ['an absent field', { ...curve, stage: undefined }, {}, " must have required property 'stage'"],
    ['an exponent', { ...curve, realTokenReserve: '1e21' }, {}, '/realTokenReserve must match pattern'],
    ['an undeclared code', failure('stale_root'), { status: 404 }, 'the code "stale_root" is not declared'],
    ['an undeclared status', failure('conflict'), { status: 409 }, 'the status is not declared'],
    ['an envelope with more', { ...failure('not_found'), stack: '' }, { status: 404 }, ' must NOT have add'],
    ['a body of a 304', curve, { status: 304 }, 'has a body, which is not declared'],
    ['another type', curve, { headers: { 'content-type': 'text/html' } }, 'the content type "text/html"'],
    ['a block that is none', curve, { headers: { ...SHARED, 'x-as-of-block': '0x7' } }, 'header X-As-Of'],
    ['no block', curve, { headers: WITHOUT_BLOCK }, 'lacks the header X-As-Of-Block'],
    ['no client', curve, { headers: without(['x-cache'], STORED) }, 'lacks the header RateLimit'],
    [
      'no client, passed by a cache',
      session,
      { path: '/auth/session', headers: without(CLIENT_HEADERS, { ...PRIVATE, 'x-cache': 'pass' }) },
      'lacks the header RateLimit',
    ],
    ['a private one for caches', session, { path: '/auth/session', headers: SHARED }, 'may be kept'],
    [
      'a private one for networks',
      session,
      { path: '/auth/session', headers: { ...PRIVATE, 'cdn-cache-control': 'public, max-age=2' } },
      'may be kept',
    ],
    ['an error for caches', failure('rate_limited'), { status: 429 }, 'may be kept'],
  ])('with %s is a mistake', (_name, body, sample, mistake) => {
    const path = sample.path ?? '/curves/{tokenAddress}';
    const expected = `get ${path} ${sample.status ?? 200}: ${mistake}`;
    expect(check(body, sample)).toContainEqual(expect.stringContaining(expected));
  });
});

/** An API with one mistake, asked in each way that suites have. */
describeWith('chromium', 'a mistake is found', () => {
  const target = `/v1/curves/${token}`;
  const request = `GET ${target} HTTP/1.1\r\nHost: x\r\n`;
  const mistake = 'get /curves/{tokenAddress} 200:  must NOT have additional properties (extra)';
  let server: Server;
  let port: number;

  beforeAll(async () => {
    const wrong = Buffer.from(JSON.stringify({ ...curve, extra: 1 }));
    server = createServer(({ url = '' }, response) => {
      if (url === '/') response.end('<!doctype html>');
      else if (url === target) response.writeHead(200, SHARED).end(wrong);
      else {
        // In two chunks.
        response.writeHead(200, { ...SHARED, 'content-encoding': 'gzip' });
        const packed = gzipSync(wrong);
        response.write(packed.subarray(0, 10));
        response.end(packed.subarray(10));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([target, `${target}?packed`])('by fetch: %s', async (path) => {
    await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    expect(await takeMistakes()).toEqual([mistake]);
  });

  it.each([target, `${target}?packed`])('by the bytes of a socket: %s', async (path) => {
    await sendRaw(port, `${request.replace(target, path)}Connection: close\r\n\r\n`);
    expect(await takeMistakes()).toEqual([mistake]);
  });

  it.each([target, `${target}?packed`])('by node:http: %s', async (path) => {
    await new Promise((resolve, reject) => {
      get(`http://127.0.0.1:${port}${path}`, (response) => {
        readExchange('GET', path, response).then(resolve, reject);
      }).once('error', reject);
    });
    expect(await takeMistakes()).toEqual([mistake]);
  });

  it('by a later response of a socket that stays open', async () => {
    const client = await RawClient.open(port);
    client.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    client.send(`${request}\r\n`);
    await until('both responses', () => client.statuses.length === 2);
    client.close();
    await until('the socket is closed', () => client.isClosed);
    expect(await takeMistakes()).toEqual([mistake]);
  });

  it('in a browser', async () => {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      await page.evaluate(async (path) => (await fetch(path)).text(), target);
      expect(await takeMistakes()).toEqual([mistake]);
    } finally {
      await browser.close();
    }
  });
});
