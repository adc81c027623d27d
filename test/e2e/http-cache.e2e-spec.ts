import { get, type IncomingHttpHeaders, type Server } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '@slipway/http';
import { CountingGuard } from '../support/http/sample.controller.js';
import { until } from '../support/until.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';

const LOWER = '0x5fbdb2315678afecb367f032d93f642f64180aa3';

interface Wire {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

describe('public reads are cached as bytes', () => {
  let api: RunningSampleApi;

  beforeEach(async () => {
    api = await startSampleApi();
  });

  afterEach(async () => {
    await api.app.close();
  });

  /** As it goes over the wire: `fetch` would decode it. */
  async function wire(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
    return new Promise((resolve, reject) => {
      get(`${api.origin}/v1/samples${path}`, { headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () => {
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) });
        });
      }).once('error', reject);
    });
  }

  /** Asks the same so many times at once, and waits until the server has begun to serve all: each turn of its loop begins one. */
  async function askAtOnce(count: number): Promise<{ readonly responses: Promise<Wire[]> }> {
    let received = 0;
    (api.app.getHttpServer() as Server).on('request', () => (received += 1));
    const responses = Promise.all(Array.from({ length: count }, () => wire('?limit=5')));
    await until('all are received', () => received === count);
    for (let turn = 0; turn <= count; turn += 1) await nextTurn();
    return { responses };
  }

  function stable({ headers }: Wire): IncomingHttpHeaders {
    const { date, 'x-request-id': id, ratelimit, ...rest } = headers;
    expect([typeof date, typeof id, typeof ratelimit]).toEqual(['string', 'string', 'string']);
    return rest;
  }

  it('names block, time, tag and policy, alike from handler and cache', async () => {
    const miss = await wire('?limit=5');
    const hit = await wire('?limit=5');
    expect(api.samples.reads).toBe(1);
    expect(stable(hit)).toEqual(stable(miss));
    expect(hit.bytes.equals(miss.bytes)).toBe(true);
    expect(hit.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=2, stale-if-error=300',
      'cdn-cache-control': 'public, max-age=2, stale-while-revalidate=2, stale-if-error=300',
      'content-type': 'application/json; charset=utf-8',
      'x-as-of-block': '7',
      'x-as-of-time': '2026-11-21T00:01:24.000Z',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]{22}"$/) as string,
    });
  });

  it('asks the rate limiter before every response, cached or not', async () => {
    const left = async (): Promise<number> =>
      Number(/r=(\d+)/.exec(String((await wire('?limit=5')).headers['ratelimit']))![1]);
    const first = await left();
    expect([await left(), await left()]).toEqual([first - 1, first - 2]);
    expect(api.samples.reads).toBe(1);
  });

  it('leaves a route with a guard of its own to the pipeline', async () => {
    const before = CountingGuard.asked;
    for (let i = 0; i < 3; i++) await wire('/guarded');
    expect([CountingGuard.asked - before, api.samples.reads]).toEqual([3, 3]);
  });

  it('reads again when the head moves, and only then', async () => {
    const first = await wire('?limit=5');
    api.head.moveTo(8n);
    const second = await wire('?limit=5');
    await wire('?limit=5');
    expect(api.samples.reads).toBe(2);
    expect(second.headers['x-as-of-block']).toBe('8');
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it('says what failed after the head moved, and counts it', async () => {
    const [, first] = [await wire('?limit=5'), await wire('?limit=5')];
    api.head.moveTo(8n);
    api.samples.nextFailure = new Error('once');
    const failed = await wire('?limit=5', { 'X-Request-Id': 'mine' });
    expect(failed.status).toBe(500);
    expect(JSON.parse(failed.bytes.toString())).toMatchObject({ error: { code: 'internal_error' } });
    const left = ({ headers }: Wire): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))![1]);
    expect(left(first) - left(failed)).toBe(1);
    expect(failed.headers).toMatchObject({ 'x-request-id': 'mine', 'x-frame-options': 'DENY' });
    expect((await wire('?limit=5')).headers['x-as-of-block']).toBe('8');
  });

  it('has equal requests that come together wait for one read, past the pipeline', async () => {
    let release: () => void = () => undefined;
    api.samples.pause = new Promise((resolve) => (release = resolve));
    const first = wire('?limit=5');
    await until('it is read', () => api.samples.reads === 1);
    const others = await askAtOnce(19);
    release();
    const responses = [await first, ...(await others.responses)];
    expect(new Set(responses.map(({ headers }) => headers.etag)).size).toBe(1);
    expect(api.samples.reads).toBe(1);
    await until('all are logged', () => api.accessLines.length === 20);
    expect(api.accessLines.filter((line) => line.includes('"cache":"hit"'))).toHaveLength(19);
  });

  it('tells all that wait for one read of its failure, and counts each', async () => {
    let release: () => void = () => undefined;
    const before = await wire('?limit=5');
    api.head.moveTo(8n);
    api.samples.pause = new Promise((resolve) => (release = resolve));
    api.samples.nextFailure = new Error('once');
    const first = wire('?limit=5');
    await until('it is read', () => api.samples.reads === 2);
    const others = await askAtOnce(3);
    release();
    const responses = [await first, ...(await others.responses)];
    expect(responses.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    const left = ({ headers }: Wire): number => Number(/r=(\d+)/.exec(String(headers['ratelimit']))![1]);
    expect(Math.min(...responses.map(left))).toBe(left(before) - 4);
    expect(api.samples.reads).toBe(2);
  });

  it('keeps no failure', async () => {
    api.samples.nextFailure = new Error('once');
    expect((await wire('?limit=5')).status).toBe(500);
    expect((await wire('?limit=5')).status).toBe(200);
  });

  it('never serves a refused request from the cache', async () => {
    await wire('?limit=5');
    for (const path of ['?limit=05', '?limit=5&limit=5', '?limit=5&nope=1', '?limit=5%00', '?LIMIT=5']) {
      expect((await wire(path)).status).toBe(400);
      expect((await wire(path)).status).toBe(400);
    }
    await wire(`?creator=${LOWER}`);
    expect((await wire(`?creator=${LOWER.replace('0x', '0X')}`)).status).toBe(400);
  });

  it('keeps a Link header with the bytes', async () => {
    const [miss, hit] = [await wire('/linked'), await wire('/linked')];
    expect(miss.headers.link).toBe('<http://localhost/v1/samples/linked?cursor=a>; rel="next"');
    expect(stable(hit)).toEqual(stable(miss));
    expect(api.samples.reads).toBe(1);
  });

  describe('If-None-Match', () => {
    it('is a 304, headers and all', async () => {
      const full = await wire('?limit=5');
      const etag = String(full.headers.etag);
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const { status, headers, bytes } = await wire('?limit=5', { 'If-None-Match': tag });
        expect([status, bytes.length]).toEqual([304, 0]);
        expect(headers['content-length']).toBeUndefined();
        for (const name of [
          'etag',
          'cache-control',
          'cdn-cache-control',
          'vary',
          'x-as-of-block',
          'x-as-of-time',
          'access-control-allow-origin',
        ]) {
          expect(headers[name]).toBe(full.headers[name]);
        }
        expect(headers['x-request-id']).toBeDefined();
      }
    });

    it('with another tag, or that of another coding, gets the bytes', async () => {
      const gzip = await wire('?limit=5', { 'Accept-Encoding': 'gzip' });
      expect((await wire('?limit=5', { 'If-None-Match': '"other"' })).status).toBe(200);
      expect((await wire('?limit=5', { 'If-None-Match': String(gzip.headers.etag) })).status).toBe(200);
    });

    it('from before the head moved is still right when the bytes are the same', async () => {
      const { headers } = await wire('/linked');
      api.head.moveTo(8n);
      const again = await wire('/linked', { 'If-None-Match': String(headers.etag) });
      expect([again.status, again.headers['x-as-of-block']]).toEqual([304, '8']);
    });

    it('works for what has no block, and not for what is private', async () => {
      const config = await wire('/config');
      expect(config.headers).toMatchObject({ 'cache-control': 'no-cache' });
      expect(config.headers['cdn-cache-control']).toBeUndefined();
      expect(config.headers['x-as-of-block']).toBeUndefined();
      expect((await wire('/config', { 'If-None-Match': String(config.headers.etag) })).status).toBe(304);
      const mine = await wire('/mine', { 'If-None-Match': '*' });
      expect(mine.status).toBe(200);
      expect(mine.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-as-of-block': '7' });
      expect([mine.headers.etag, mine.headers.vary]).toEqual([undefined, undefined]);
    });
  });

  it('compresses as asked, each coding with its own tag', async () => {
    const plain = await wire('?limit=5');
    const decoders = { gzip: gunzipSync, br: brotliDecompressSync };
    for (const coding of ['gzip', 'br'] as const) {
      const tags = new Set([plain.headers.etag]);
      for (const path of ['?limit=5', '?limit=5']) {
        const { headers, bytes } = await wire(path, { 'Accept-Encoding': coding });
        expect(headers['content-encoding']).toBe(coding);
        expect(headers['content-length']).toBe(String(bytes.length));
        expect(headers.vary).toBe('Accept-Encoding');
        expect(decoders[coding](bytes).equals(plain.bytes)).toBe(true);
        tags.add(headers.etag);
        const revalidated = await wire(path, {
          'Accept-Encoding': coding,
          'If-None-Match': String(headers.etag),
        });
        expect(revalidated.status).toBe(304);
      }
      expect(tags.size).toBe(2);
    }
    expect(api.samples.reads).toBe(1);
  });

  it('leaves small responses as they are', async () => {
    const { headers } = await wire('/linked', { 'Accept-Encoding': 'gzip, br' });
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
  });

  it('responds to HEAD like GET, without the bytes, and the cache remembers it', async () => {
    const heads = [await wire('?limit=5', {}, 'HEAD'), await wire('?limit=5', {}, 'HEAD')];
    const full = await wire('?limit=5');
    expect(api.samples.reads).toBe(1);
    for (const head of heads) {
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(stable(head)).toEqual(stable(full));
    }
    const tag = { 'If-None-Match': String(full.headers.etag) };
    expect((await wire('?limit=5', tag, 'HEAD')).status).toBe(304);
  });

  it('lets shared caches keep for a moment that there is nothing, and none keep another failure', async () => {
    const policyOf = async (path: string, method?: string): Promise<unknown[]> => {
      const { status, headers } = await wire(path, {}, method);
      return [status, headers['cache-control'], headers['cdn-cache-control']];
    };
    const gone = [404, 'public, max-age=0, s-maxage=2', undefined];
    const unknown = `/0x${'0'.repeat(40)}`;
    expect(await policyOf(unknown)).toEqual(gone);
    expect(await policyOf(unknown, 'HEAD')).toEqual(gone);
    expect(await policyOf('/no/such/route')).toEqual([404, 'private, no-store', undefined]);
    expect(await policyOf('?limit=0')).toEqual([400, 'private, no-store', undefined]);
    expect(await policyOf('/broken')).toEqual([500, 'private, no-store', undefined]);
    // A line that was found before is read again without the pipeline.
    expect((await wire('?limit=5')).status).toBe(200);
    api.head.moveTo(8n);
    api.samples.nextFailure = new ApiError('not_found');
    expect(await policyOf('?limit=5')).toEqual(gone);
  });

  it('lets everybody keep for a day what no later block can change', async () => {
    const full = await wire('/final');
    expect(full.headers).toMatchObject({ 'cache-control': 'public, max-age=86400, immutable' });
    expect(full.headers['cdn-cache-control']).toBeUndefined();
    const again = await wire('/final', { 'If-None-Match': String(full.headers.etag) });
    expect([again.status, again.headers['cache-control']]).toEqual([304, full.headers['cache-control']]);
  });

  it('says 503 while nothing is indexed, and keeps nothing of it', async () => {
    api.head.moveTo(0n);
    expect((await wire('?limit=5')).status).toBe(503);
    api.head.moveTo(7n);
    expect((await wire('?limit=5')).status).toBe(200);
  });
});
