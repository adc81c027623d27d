import { readFileSync } from 'node:fs';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';

interface Init {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ALLOWED =
  'Authorization, Content-Type, If-None-Match, X-Api-Key, X-Min-Block, Last-Event-ID, Mcp-Protocol-Version, Mcp-Method, Mcp-Name';

const EXPOSED =
  'ETag, Link, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, X-As-Of-Block, X-As-Of-Time, WWW-Authenticate';

describe('CORS', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  it.each<[string, Init, number]>([
    ['/v1/samples?limit=1', {}, 200],
    ['/v1/samples?limit=1', {}, 200],
    ['/v1/samples?limit=1', { headers: { 'If-None-Match': '*' } }, 304],
    ['/v1/samples?limit=0', {}, 400],
    ['/v1/samples/%ZZ', {}, 400],
    ['/v1/nope', {}, 404],
    ['/nope', {}, 404],
    ['/v1/samples', { method: 'PUT' }, 405],
    ['/v1/samples', { method: 'POST', body: '{}' }, 415],
    ['/v1/samples/broken', {}, 500],
    ['/v1/samples/sign-out', { method: 'POST' }, 204],
    ['/health/live', {}, 200],
  ])('lets any page read %s', async (path, init, status) => {
    const response = await fetch(api.origin + path, {
      ...init,
      headers: { Origin: 'https://a.example', ...init.headers },
    });
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toBe(EXPOSED);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each(['/v1/samples', '/v1/nope', '/', '/mcp'])(
    'responds to a preflight for %s, without asking the guards',
    async (path) => {
      const before = api.guard.calls.length;
      const headers = {
        Origin: 'https://a.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization, if-none-match',
      };
      const response = await fetch(api.origin + path, { method: 'OPTIONS', headers });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
      expect(response.headers.get('access-control-allow-headers')).toBe(ALLOWED);
      expect(api.guard.calls).toHaveLength(before);
    },
  );

  it('responds to OPTIONS that is no preflight with the methods of the path', async () => {
    const known = await fetch(`${api.origin}/v1/samples`, { method: 'OPTIONS' });
    expect([known.status, known.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, POST']);
    expect((await fetch(`${api.origin}/v1/nope`, { method: 'OPTIONS' })).status).toBe(404);
  });

  it.each(['docs/http-contract.md', 'apps/api/openapi.json'])('%s names each of these headers', (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const [, paragraph = ''] = /- \*\*CORS(.*?)(?:\n- \*\*|\\n\\n)/s.exec(text) ?? [];
    const named = [...paragraph.matchAll(/`([A-Z][\w-]+)`/g)].map(([, name]) => name);
    expect(named.sort()).toEqual([...ALLOWED.split(', '), ...EXPOSED.split(', ')].sort());
  });
});
