import { describeWith } from '../support/describe-with.js';
import { expectEnvelope } from '../support/http/expect-envelope.js';
import { countInRedisAlone, stopWindows } from '../support/http/limit-counts.js';
import { sendRaw, type RawResponse } from '../support/http/raw-request.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { RedisServer } from '../support/redis.js';

const READ = 20;

/** What no route takes, each with the response that it had before its address's budget was asked. */
const UNROUTED: readonly (readonly [line: string, status: number])[] = [
  ['GET /nope', 404],
  ['GET /v1/nope?q=1', 404],
  [`GET ${'/%'.repeat(7_000)}`, 404],
  ['GET /v1/samples//', 404],
  ['HEAD /v1/samples/x/y/z', 404],
  ['OPTIONS /nope', 404],
  ['PUT /v1/samples', 405],
  ['POST /health/live', 405],
];

function suite(redisUrl: () => string | null): void {
  let api: RunningSampleApi;
  let clients = 0;

  beforeAll(async () => {
    const settings = { rateLimitReadPerMinute: READ, trustProxy: 1, redisUrl: redisUrl() };
    api = await startSampleApi(0, { settings });
    if (settings.redisUrl === null) stopWindows(api);
    else await countInRedisAlone(api);
  });

  afterAll(async () => {
    await api.app.close();
  });

  function newClient(): string {
    clients += 1;
    return `198.51.100.${clients}`;
  }

  const send = (line: string, client: string, more = 'Host: x\r\n'): Promise<RawResponse> =>
    sendRaw(
      api.port,
      `${line} HTTP/1.1\r\n${more}X-Forwarded-For: ${client}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  const leftOf = ({ headers }: RawResponse): number | null => {
    const left = /^"read";r=(\d+);t=\d+$/.exec(headers['ratelimit'] ?? '')?.[1];
    return left === undefined ? null : Number(left);
  };

  it.each(UNROUTED.map(([line, status]) => [line.slice(0, 40), line, status] as const))(
    '%s draws on the budget of its address, and is refused beyond it',
    async (_title, line, status) => {
      const client = newClient();
      for (let sent = 0; sent < READ; sent++) {
        const response = await send(line, client);
        expect([response.status, leftOf(response)]).toEqual([status, READ - 1 - sent]);
        expect(response.headers['ratelimit-policy']).toBe(`"read";q=${READ};w=60`);
      }
      const refused = await send(line, client);
      expect([refused.status, leftOf(refused)]).toEqual([429, 0]);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      if (!line.startsWith('HEAD'))
        expectEnvelope(
          { status: refused.status, header: (name) => refused.headers[name] ?? null, text: refused.body },
          [429, 'rate_limited'],
        );
    },
  );

  it('is the same budget as that of operations', async () => {
    const client = newClient();
    expect(leftOf(await send('GET /v1/samples/linked', client))).toBe(READ - 1);
    expect(leftOf(await send('GET /nope', client))).toBe(READ - 2);
    expect(leftOf(await send('GET /v1/samples/linked', client))).toBe(READ - 3);
    expect(leftOf(await send('GET /v1/samples/%ZZ', client))).toBe(READ - 4);
  });

  it('counts by address whatever token comes along', async () => {
    const client = newClient();
    const token = `Host: x\r\nAuthorization: Bearer 0x${'1'.repeat(40)}\r\n`;
    expect(leftOf(await send('GET /nope', client, token))).toBe(READ - 1);
    expect(leftOf(await send('GET /nope', client))).toBe(READ - 2);
  });

  it.each([
    ['no Host', ''],
    ['two Hosts', 'Host: a\r\nhost: b\r\n'],
  ])('counts requests with %s', async (_title, hosts) => {
    const client = newClient();
    const statuses: number[] = [];
    for (let sent = 0; sent <= READ; sent++)
      statuses.push((await send('GET /v1/samples/linked', client, hosts)).status);
    expect(statuses).toEqual([...Array<number>(READ).fill(400), 429]);
  });

  it('leaves preflights and what is no operation free', async () => {
    const client = newClient();
    const preflight = 'Host: x\r\nAccess-Control-Request-Method: GET\r\n';
    for (const [line, more] of [
      ['OPTIONS /nope', preflight],
      ['OPTIONS /v1/samples', undefined],
      ['GET /health/live', undefined],
      ['GET /openapi.json', undefined],
    ] as const)
      expect(leftOf(await send(line, client, more))).toBeNull();
    expect(leftOf(await send('GET /nope', client))).toBe(READ - 1);
  });
}

describe('what no route takes, counted in memory', () => {
  suite(() => null);
});

describeWith('redis-server', 'what no route takes, counted in Redis', () => {
  let server: RedisServer;

  beforeAll(async () => {
    server = await RedisServer.start();
  });

  afterAll(async () => {
    await server.stop();
  });

  suite(() => server.url);
});
