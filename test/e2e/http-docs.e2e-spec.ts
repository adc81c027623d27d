import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { expectError } from '../support/http/expect-envelope.js';

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, unknown>>;
}

describe('what lies beside the interface', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi(0, { settings: { webPage: 'off' } });
  });

  afterAll(async () => {
    await api.app.close();
  });

  it('serves the description, for the base URL it was given', async () => {
    const response = await fetch(`${api.origin}/openapi.json`);
    const document = (await response.json()) as Document;
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('0.1.0');
    expect(document.servers).toEqual([{ url: 'http://localhost:3000/v1', description: 'production server' }]);
    expect(Object.keys(document.paths)).toContain('/samples/{tokenAddress}');
    expect(
      Object.keys(document.paths).filter((path) => path.startsWith('/v1') || path.startsWith('/health')),
    ).toEqual([]);
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(response.url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  it.each([
    ['/llms.txt', /^# Slipway\n\n> /, '- GET /samples/{tokenAddress}'],
    ['/llms-full.txt', /^# Slipway\n\n> /, '### GET /samples/{tokenAddress}\n'],
    ['/skill.md', /^---\nname: slipway\n/, 'http://localhost:3000/mcp'],
  ])('serves the same for agents at %s', async (path, beginning, words) => {
    const response = await fetch(api.origin + path);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(page).toMatch(beginning);
    expect(page).toContain(words);
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(response.url, { headers: { 'If-None-Match': etag } })).status).toBe(304);
    const head = await fetch(response.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
  });

  it.each(['/docs', '/docs/'])('serves Swagger UI at %s, from its own files alone', async (path) => {
    const response = await fetch(api.origin + path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<title>Slipway API</title>');
    const links = [...page.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(2);
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      const asset = await fetch(new URL(link, response.url));
      expect([link, asset.status, new URL(asset.url).origin]).toEqual([link, 200, api.origin]);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    // Inline code would not run under a strict Content-Security-Policy.
    expect(page).not.toMatch(/<script>|<script(?![^>]*src)|\son\w+=/);
  });

  it.each(['/docs/page.js', '/docs/page.css'])('compresses %s, and sends it once', async (path) => {
    const get = (headers: Record<string, string>) =>
      fetch(api.origin + path, { headers: { 'Accept-Encoding': 'br', ...headers } });
    const response = await get({});
    const size = (await response.arrayBuffer()).byteLength;
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(size / 2);
    const again = await get({ 'If-None-Match': response.headers.get('etag') ?? '' });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-cache']);
  });

  it('leads from / to the page where the market page is off', async () => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await fetch(`${api.origin}/`, { method, redirect: 'manual' });
      const told = [status, headers.get('location'), headers.get('cache-control')];
      expect(told).toEqual([302, '/docs', 'no-cache']);
    }
  });

  it('serves an icon where browsers look for one', async () => {
    const response = await fetch(`${api.origin}/favicon.ico`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
    const bytes = Buffer.from(await response.arrayBuffer());
    // An icon file with one picture.
    expect(bytes.subarray(0, 6).toString('hex')).toBe('000001000100');
  });

  it('is alive', async () => {
    const response = await fetch(`${api.origin}/health/live`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is ready with a database and a fresh index, and says why when it is not', async () => {
    const ready = await fetch(`${api.origin}/health/ready`);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    const at = { block: '7', blockTime: '2026-11-21T00:01:24.000Z', lagSeconds: 0 };
    const indexer = { ...at, halted: null, repairing: null, failing: null };
    expect(await ready.json()).toEqual({
      ...{ status: 'ok', checks: { database: 'up', indexer }, warnings: [] },
    });

    api.readiness.isDatabaseUp = false;
    api.readiness.lag = 61;
    const refused = await expectError(await fetch(ready.url), [503, 'service_unavailable']);
    expect(refused.details).toEqual({
      reasons: ['database_unreachable'],
      warnings: ['indexer_lagging'],
      checks: { database: 'down', indexer: { ...indexer, lagSeconds: 61 } },
    });

    api.readiness.isDatabaseUp = true;
    api.head.moveTo(0n);
    const empty = await expectError(await fetch(ready.url), [503, 'service_unavailable']);
    expect(empty.details).toMatchObject({ reasons: ['nothing_indexed'] });
  });

  it('lets a route through that is declared to be no operation', async () => {
    expect(await (await fetch(`${api.origin}/v1/samples/raw`)).json()).toEqual({ ok: true });
  });
});
