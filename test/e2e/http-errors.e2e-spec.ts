import { ApiError } from '@slipway/http';
import { SHARED_NOT_FOUND, expectError } from '../support/http/expect-envelope.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { until } from '../support/until.js';

describe('errors leave in the envelope', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    api = await startSampleApi();
  });

  afterAll(async () => {
    await api.app.close();
  });

  it.each([
    '/nope',
    '/v1',
    '/v1/',
    '/v1/nope',
    '/v1/samples/x/y',
    '/v1/SAMPLES',
    '/V1/samples',
    '/samples',
    '/docs/nope',
  ])('GET %s is a 404', async (path) => {
    await expectError(await fetch(api.origin + path), [404, 'not_found']);
  });

  it.each([
    ['PUT', '/v1/samples', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', `/v1/samples/0x${'1'.repeat(40)}`, 'GET, HEAD, OPTIONS'],
    ['POST', '/v1/samples/config', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/samples/sign-out/', 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['PUT', '/docs', 'GET, HEAD, OPTIONS'],
  ])('%s %s is a 405 that allows %s', async (method, path, allowed) => {
    const response = await fetch(api.origin + path, { method });
    // This path is also that of one sample, whose address it is not.
    if (path.includes('sign-out')) return expectError(response, [400, 'invalid_request']);
    expect(response.headers.get('allow')).toBe(allowed);
    return expectError(response, [405, 'method_not_allowed']);
  });

  it('calls a lookup that found nothing a 404, in its own words', async () => {
    const response = await fetch(`${api.origin}/v1/samples/0x${'0'.repeat(40)}`);
    expect((await expectError(response, [404, 'not_found'], SHARED_NOT_FOUND)).message).toBe(
      'No such sample.',
    );
  });

  it('says nothing of what went wrong inside', async () => {
    const error = await expectError(await fetch(`${api.origin}/v1/samples/broken`), [500, 'internal_error']);
    expect(error).toEqual({
      code: 'internal_error',
      message: 'Something went wrong on our side.',
      details: {},
    });
  });

  it('calls a database that is away a 503', async () => {
    api.samples.nextFailure = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), {
      code: 'ECONNREFUSED',
    });
    const error = await expectError(await fetch(`${api.origin}/v1/samples?limit=99`), [
      503,
      'service_unavailable',
    ]);
    expect(JSON.stringify(error)).not.toContain('10.0.0.1');
  });

  it.each([
    ['unauthorized', 401],
    ['forbidden', 403],
    ['rate_limited', 429],
  ] as const)('lets a guard refuse with %s', async (code, status) => {
    const url = `${api.origin}/v1/samples?limit=3`;
    api.guard.refusal = new ApiError(code, status === 429 ? { headers: { 'Retry-After': '7' } } : {});
    try {
      for (const cached of [url, `${url}&sort=volume`]) {
        const response = await fetch(cached);
        expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
        expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
        await expectError(response, [status, code]);
      }
    } finally {
      api.guard.refusal = null;
    }
  });

  it('refuses before it reads any input', async () => {
    api.guard.refusal = new ApiError('unauthorized');
    try {
      for (const [path, init] of [
        ['?limit=0', {}],
        ['', { method: 'POST', body: '{' }],
      ] as const) {
        await expectError(await fetch(`${api.origin}/v1/samples${path}`, init), [401, 'unauthorized']);
      }
    } finally {
      api.guard.refusal = null;
    }
  });

  it('responds to HEAD with the headers of the error alone', async () => {
    const response = await fetch(`${api.origin}/nope`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([404, '']);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
  });

  describe('the request id', () => {
    it.each(['abc', 'A-1.b_2', 'x'.repeat(64)])('is the one that was sent: %s', async (id) => {
      const response = await fetch(`${api.origin}/nope`, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toBe(id);
    });

    it.each(['x'.repeat(65), 'a b', 'a"b', '<script>', 'a,b'])('is ours when %j was sent', async (id) => {
      const response = await fetch(`${api.origin}/nope`, { headers: { 'X-Request-Id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    });

    it('is in the access log, which tells nothing about who asked what', async () => {
      const url = `${api.origin}/v1/samples/0x${'a'.repeat(40)}`;
      for (const id of ['log-miss', 'log-hit']) {
        await fetch(`${url}?`, { headers: { 'X-Request-Id': id, Authorization: 'Bearer s3cret' } });
      }
      await fetch(`${api.origin}/v1/samples?token=s3cret`, { headers: { 'X-Request-Id': 'log-bad' } });
      await until('the access log', () => api.accessLines.join().includes('log-bad'));
      const lines = api.accessLines.map((line) => JSON.parse(line) as Record<string, unknown>);
      const of = (id: string): unknown => lines.find(({ requestId }) => requestId === id);
      const route = '/v1/samples/:tokenAddress';
      expect(of('log-miss')).toMatchObject({
        method: 'GET',
        route,
        status: 200,
        cache: 'pass',
        client: '127.0.0.0/24',
      });
      expect(of('log-hit')).toMatchObject({ route, status: 200, cache: 'hit' });
      expect(of('log-bad')).toMatchObject({ route: '/v1/samples', status: 400 });
      expect(api.accessLines.join()).not.toMatch(/s3cret|aaaaaaaa|127\.0\.0\.1/);
    });
  });
});
