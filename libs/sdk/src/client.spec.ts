import { createClient, type Fetch } from './client.js';
import { isSlipwayError, SlipwayError } from './errors.js';
import {
  createToken,
  createTradePayload,
  getApp,
  listApps,
  listCandles,
  listMarketActivity,
  listPositions,
  listPrices,
} from './generated/operations.js';
import { iterate, pages } from './iterate.js';
import { memoryCache } from './response-cache.js';
import { withResponse } from './with-response.js';

const BASE = 'https://api.example.org/v1';
const TOKEN = '0x1111111111111111111111111111111111111111';

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

type Reply = () => Response | Promise<Response>;

/** A `fetch` that replies in turn, and keeps the requests; the last reply repeats. */
function fakeFetch(...replies: Reply[]): { readonly fetch: Fetch; readonly sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, init) => {
    const reply = replies[Math.min(sent.length, replies.length - 1)]!;
    const headers = init.headers as Record<string, string>;
    sent.push({ url, method: init.method!, headers, body: init.body as string | undefined });
    return await reply();
  };
  return { fetch, sent };
}

const json =
  (body: unknown, init: ResponseInit = {}): Reply =>
  () =>
    Response.json(body, init);

const failure = (status: number, code: string, headers: Record<string, string> = {}, details = {}): Reply =>
  json({ error: { code, message: 'so it is', details } }, { status, headers });

describe('createClient', () => {
  it.each([
    '',
    'api.example.org',
    'ftp://example.org',
    'https://me:secret@example.org',
    `${BASE}?a=1`,
    `${BASE}#a`,
  ])('refuses %j as baseUrl', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(SlipwayError);
  });

  it('shares nothing between clients', () => {
    const [one, other] = [createClient({ baseUrl: `${BASE}/` }), createClient({ baseUrl: BASE })];
    one.token = 'of one';
    expect([other.token, one.baseUrl]).toEqual([null, BASE]);
  });
});

describe('a request', () => {
  it('has path, query, token and key where they belong', async () => {
    const { fetch, sent } = fakeFetch(json({ prices: [] }));
    const client = createClient({ baseUrl: BASE, token: 'abc', key: 'k', fetch });
    await listPrices(client, { tokens: [TOKEN, 'ö&'] });
    await getApp(client, { tokenAddress: 'a/../b?' });
    expect(sent.map(({ url }) => url)).toEqual([
      `${BASE}/prices?tokens=${TOKEN}%2C%C3%B6%26`,
      `${BASE}/apps/a%2F..%2Fb%3F`,
    ]);
    expect(sent[0]?.headers).toEqual({
      Accept: 'application/json',
      Authorization: 'Bearer abc',
      'X-Api-Key': 'k',
    });
  });

  it('asks for a block that the client knows of, until the index is too far behind it', async () => {
    const refused = failure(400, 'invalid_request', {}, { reason: 'block_not_known' });
    const { fetch, sent } = fakeFetch(json({ prices: [] }), refused, json({ prices: [] }));
    const client = createClient({ baseUrl: BASE, fetch });
    client.minBlock = 42;
    await listPrices(client, {});
    await listPrices(client, {});
    expect(sent.map(({ headers }) => headers['X-Min-Block'])).toEqual(['42', '42', undefined]);
    expect(client.minBlock).toBeNull();
  });

  it('sends a body, and leaves out what is undefined', async () => {
    const { fetch, sent } = fakeFetch(json({}));
    const trade = { tokenAddress: TOKEN, trader: TOKEN, side: 'buy', amount: '1', slippageBps: 1 } as const;
    await createTradePayload(createClient({ baseUrl: BASE, fetch }), trade);
    await listApps(createClient({ baseUrl: BASE, fetch }), { limit: undefined, sort: 'newest' });
    expect(JSON.parse(sent[0]!.body!)).toEqual(trade);
    expect(sent[1]!.url).toBe(`${BASE}/apps?sort=newest`);
  });

  it('tells which block a response is of', async () => {
    const headers = {
      'X-As-Of-Block': '42',
      'X-As-Of-Time': '2026-11-21T00:00:00.000Z',
      'X-Request-Id': 'r',
    };
    const { fetch } = fakeFetch(json({ symbol: 'A' }, { headers }));
    const response = await withResponse(getApp, createClient({ baseUrl: BASE, fetch }), {
      tokenAddress: TOKEN,
    });
    expect(response).toMatchObject({ asOfBlock: 42, requestId: 'r', status: 200, data: { symbol: 'A' } });
  });
});

describe('retries', () => {
  const call = (client: Parameters<typeof getApp>[0]): Promise<unknown> =>
    getApp(client, { tokenAddress: TOKEN });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['503', failure(503, 'upstream_unavailable')],
    ['a proxy’s 502', () => new Response('<html>', { status: 502 })],
  ] as [string, Reply][])('follow %s', async (_, reply) => {
    const { fetch, sent } = fakeFetch(reply, json({ symbol: 'A' }));
    await expect(call(createClient({ baseUrl: BASE, fetch }))).resolves.toEqual({ symbol: 'A' });
    expect(sent).toHaveLength(2);
  });

  it('wait as long as Retry-After says', async () => {
    const { fetch } = fakeFetch(failure(429, 'rate_limited', { 'Retry-After': '1' }), json({}));
    const began = Date.now();
    await call(createClient({ baseUrl: BASE, fetch }));
    expect(Date.now() - began).toBeGreaterThanOrEqual(995);
  });

  it.each([
    ['beyond 30 s of Retry-After', failure(429, 'rate_limited', { 'Retry-After': '31' })],
    ['a feature that is off', failure(503, 'service_unavailable', {}, { feature: 'search' })],
    ['a 404', failure(404, 'not_found')],
    ['a 500', failure(500, 'internal_error')],
  ] as [string, Reply][])('do not follow %s', async (_, reply) => {
    const { fetch, sent } = fakeFetch(reply);
    await expect(call(createClient({ baseUrl: BASE, fetch }))).rejects.toThrow('so it is');
    expect(sent).toHaveLength(1);
  });

  it('end after two, and never repeat a sign-in', async () => {
    const { fetch, sent } = fakeFetch(failure(503, 'service_unavailable', { 'Retry-After': '0' }));
    const client = createClient({ baseUrl: BASE, fetch });
    await expect(call(client)).rejects.toMatchObject({ status: 503, retryAfterMs: 0 });
    expect(sent).toHaveLength(3);
    await expect(createToken(client, { message: '', signature: '' })).rejects.toMatchObject({ status: 503 });
    expect(sent).toHaveLength(4);
  });

  it('are aborted while they wait', async () => {
    const { fetch, sent } = fakeFetch(failure(429, 'rate_limited', { 'Retry-After': '20' }));
    const controller = new AbortController();
    const call = getApp(
      createClient({ baseUrl: BASE, fetch }),
      { tokenAddress: TOKEN },
      { signal: controller.signal },
    );
    setTimeout(() => {
      controller.abort(new Error('left the page'));
    }, 20);
    await expect(call).rejects.toThrow('left the page');
    expect(sent).toHaveLength(1);
  });
});

describe('errors', () => {
  it('are typed by their code', async () => {
    const issues = [{ path: 'limit', message: 'must be at most 100' }];
    const { fetch } = fakeFetch(failure(400, 'invalid_request', { 'X-Request-Id': 'r' }, { issues }));
    const error: unknown = await listApps(createClient({ baseUrl: BASE, fetch })).catch(
      (caught: unknown) => caught,
    );
    if (!isSlipwayError(error) || error.code !== 'invalid_request') throw error;
    expect(error.details.issues?.[0]?.path).toBe('limit');
    expect([error.message, error.requestId]).toEqual(['GET /apps: so it is limit: must be at most 100', 'r']);
  });
});

describe('pagination', () => {
  const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
    const all: T[] = [];
    for await (const item of items) all.push(item);
    return all;
  };
  const paths = (sent: readonly Sent[]): string[] => sent.map(({ url }) => url.slice(BASE.length));

  it('goes on by the cursor of the body', async () => {
    const { fetch, sent } = fakeFetch(
      json({ apps: [1, 2], nextCursor: 'a' }),
      json({ apps: [], nextCursor: 'b' }),
      json({ apps: [3], nextCursor: null }),
    );
    const client = createClient({ baseUrl: BASE, fetch });
    expect(await collect(iterate(listApps, client, { sort: 'newest' }))).toEqual([1, 2, 3]);
    expect(paths(sent)).toEqual([
      '/apps?sort=newest',
      '/apps?sort=newest&cursor=a',
      '/apps?sort=newest&cursor=b',
    ]);
  });

  it('goes on by the Link header', async () => {
    const link = `<${BASE}/portfolio/${TOKEN}/positions?limit=1&cursor=x%3D>; rel="next"`;
    const { fetch, sent } = fakeFetch(
      json({ positions: [1] }, { headers: { Link: link } }),
      json({ positions: [2] }),
    );
    const client = createClient({ baseUrl: BASE, fetch });
    expect(await collect(iterate(listPositions, client, { address: TOKEN, limit: 1 }))).toEqual([1, 2]);
    expect(paths(sent)[1]).toBe(`/portfolio/${TOKEN}/positions?limit=1&cursor=x%3D`);
  });

  it('goes forward by after, page by page', async () => {
    const { fetch, sent } = fakeFetch(
      json({ activity: [1], nextCursor: 'b', latestCursor: 'b' }),
      json({ activity: [2], nextCursor: null, latestCursor: 'c' }),
    );
    const client = createClient({ baseUrl: BASE, fetch });
    const all = await collect(pages(listMarketActivity, client, { after: 'a' }));
    expect(all.at(-1)?.data.latestCursor).toBe('c');
    expect(paths(sent)).toEqual(['/activity?after=a', '/activity?after=b']);
  });

  it('goes forward in candles by time, no candle twice', async () => {
    const page = (...hours: number[]): Reply =>
      json({ interval: '1h', candles: hours.map((h) => ({ openTime: `2026-11-21T0${h}:00:00.000Z` })) });
    const { fetch, sent } = fakeFetch(page(0, 1), page(2, 3), page(4));
    const query = {
      tokenAddress: TOKEN,
      interval: '1h',
      from: '2026-11-21T00:00:00.000Z',
      limit: 2,
    } as const;
    const client = createClient({ baseUrl: BASE, fetch });
    expect(await collect(iterate(listCandles, client, query))).toHaveLength(5);
    expect(paths(sent)[1]).toContain('from=2026-11-21T02%3A00%3A00.000Z');
    sent.length = 0;
    expect(
      await collect(iterate(listCandles, client, { ...query, to: '2026-11-21T04:00:00.000Z' })),
    ).toHaveLength(4);
    expect(sent).toHaveLength(2);
  });

  it('ends where a page leads to itself', async () => {
    const { fetch } = fakeFetch(json({ apps: [], nextCursor: 'a' }));
    const client = createClient({ baseUrl: BASE, fetch });
    await expect(collect(iterate(listApps, client))).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('the cache', () => {
  it('sends the tag it has, and takes a 304 for the body it has', async () => {
    const { fetch, sent } = fakeFetch(
      json({ apps: [1] }, { headers: { ETag: '"a"', 'Cache-Control': 'public, max-age=0' } }),
      () => new Response(null, { status: 304, headers: { ETag: '"a"', 'X-As-Of-Block': '7' } }),
    );
    const client = createClient({ baseUrl: BASE, fetch, cache: memoryCache() });
    await listApps(client);
    const again = await withResponse(listApps, client);
    expect([again.data, again.asOfBlock]).toEqual([{ apps: [1] }, 7]);
    expect(sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, '"a"']);
  });

  it('never keeps what is of one wallet', async () => {
    const cache = memoryCache();
    const { fetch, sent } = fakeFetch(
      json({ positions: [] }, { headers: { ETag: '"a"', 'Cache-Control': 'private, no-store' } }),
    );
    for (const token of ['one', 'other'])
      await listPositions(createClient({ baseUrl: BASE, fetch, cache, token }), { address: TOKEN });
    expect(sent.map(({ headers }) => headers['If-None-Match'])).toEqual([undefined, undefined]);
  });

  it('forgets what was not used for longest', () => {
    const cache = memoryCache({ maxEntries: 2 });
    for (const url of ['a', 'b']) void cache.set(url, { etag: url, body: '' });
    expect(cache.get('a')).toBeDefined();
    cache.set('c', { etag: 'c', body: '' });
    expect(['a', 'b', 'c'].map((url) => cache.get(url) !== undefined)).toEqual([true, false, true]);
  });
});
