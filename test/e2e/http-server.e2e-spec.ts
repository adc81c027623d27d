import { expectEnvelope, expectError } from '../support/http/expect-envelope.js';
import { sendRaw } from '../support/http/raw-request.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';

const SECURITY = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

describe('the request listener', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  it.each<[string, RequestInit, number]>([
    ['/v1/samples/linked', {}, 200],
    ['/v1/samples/linked', {}, 200],
    ['/v1/samples/linked', { headers: { 'If-None-Match': '*' } }, 304],
    ['/v1/samples/config', { method: 'HEAD' }, 200],
    ['/v1/samples?limit=0', {}, 400],
    ['/v1/nope', {}, 404],
    ['/v1/samples/broken', {}, 500],
    ['/v1/samples/sign-out', { method: 'POST' }, 204],
    ['/v1/samples', { method: 'OPTIONS' }, 204],
    ['/health/live', {}, 200],
    ['/openapi.json', {}, 200],
  ])('tells browsers to do nothing with %s %j but read it', async (path, init, status) => {
    const response = await fetch(api.origin + path, init);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY);
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
  });

  it('says the same when the HTTP parser refuses', async () => {
    expect((await sendRaw(api.port, 'hello\r\n\r\n')).headers).toMatchObject(SECURITY);
  });

  it.each(['/docs', '/docs/page.js', '/docs/page.css'])(
    'lets %s run files of its own, and no code made from text',
    async (path) => {
      const { headers } = await fetch(api.origin + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("connect-src 'self' http://localhost:3000;");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  describe('a body of 8,000 keys', () => {
    const post = (body: string): Promise<Response> =>
      fetch(`${api.origin}/v1/samples`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });

    it('is too large when they differ', async () => {
      const body = Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`k${index}`, 1]));
      await expectError(await post(JSON.stringify(body)), [413, 'payload_too_large']);
    });

    it('is small enough only when they do not, and refused by name', async () => {
      const body = `{${'"":1,'.repeat(6_000)}"a":1}`;
      const error = await expectError(await post(body), [400, 'invalid_request']);
      expect(error.details.issues?.length).toBeLessThanOrEqual(20);
    });

    it('of arrays in arrays takes little to read', async () => {
      const before = process.cpuUsage();
      await expectError(await post(`{"ids":[${'[],'.repeat(8_000)}1]}`), [400, 'invalid_request']);
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1_000).toBeLessThan(4_000);
    });
  });

  it('never takes a token from the query', async () => {
    const error = await expectError(await fetch(`${api.origin}/v1/samples?access_token=0x1`), [
      400,
      'invalid_request',
    ]);
    expect(error.details.issues?.map(({ path }) => path)).toEqual(['access_token']);
  });

  it('takes 100 headers of normal size, and responds when there are too many to read', async () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, index) => `X-H${index}: ${'x'.repeat(40)}\r\n`).join('');
    const request = (count: number): string =>
      `GET /v1/samples/config HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines(count)}\r\n`;
    expect((await sendRaw(api.port, request(100))).status).toBe(200);
    const { status, headers, body } = await sendRaw(api.port, request(2_000));
    expectEnvelope({ status, header: (name) => headers[name] ?? null, text: body }, [
      431,
      'headers_too_large',
    ]);
  });
});
