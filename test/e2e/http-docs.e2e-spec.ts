import { startSampleApi, type RunningSampleApi } from '../support/http/sample-api.js';
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
    api = await startSampleApi();
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

  it.each(['/docs', '/docs/'])('serves Swagger UI at %s, from its own files alone', async (path) => {
    const response = await fetch(api.origin + path);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<title>Slipway API</title>');
    const links = [...page.matchAll(/(?:src|href)=["']([^"']+)["']/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(3);
    for (const link of links.filter((one) => !one.startsWith('data:'))) {
      const asset = await fetch(new URL(link, response.url));
      expect([link, asset.status, new URL(asset.url).origin]).toEqual([link, 200, api.origin]);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    // Inline code would not run under a strict Content-Security-Policy.
    expect(page).not.toMatch(/<script>|<script(?![^>]*src)|\son\w+=/);
  });

  it.each([
    ['If-Match', '"zzz"'],
    ['Range', 'bytes=99999999-'],
  ])("refuses a page's file under %s that cannot be met, as the caller's mistake", async (header, value) => {
    const response = await fetch(`${api.origin}/docs/swagger-ui.css`, { headers: { [header]: value } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_request', details: { issues: [{ path: header }] } },
    });
  });

  it('is alive', async () => {
    const response = await fetch(`${api.origin}/health/live`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is ready with a database and a fresh index, and says why when it is not', async () => {
    const ready = await fetch(`${api.origin}/health/ready`);
    expect(ready.headers.get('cache-control')).toBe('no-store');
    const indexer = { block: '7', blockTime: '2026-11-21T00:01:24.000Z', lagSeconds: 0 };
    expect(await ready.json()).toEqual({ status: 'ok', checks: { database: 'up', indexer } });

    api.readiness.isDatabaseUp = false;
    api.readiness.lag = 61;
    const refused = await expectError(await fetch(ready.url), [503, 'service_unavailable']);
    expect(refused.details).toEqual({
      reasons: ['database_unreachable', 'indexer_lagging'],
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
