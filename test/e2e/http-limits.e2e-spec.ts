import { expectError } from '../support/http/expect-envelope.js';
import { stopWindows } from '../support/http/limit-counts.js';
import { startSampleApi, type RunningSampleApi } from '../support/sample-api.js';
import { until } from '../support/until.js';

const READ = 100;
const HEAVY = 10;
const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

/** A client of its own for each test: the address that the trusted proxy vouches for. */
let clients = 0;
function newClient(): Record<string, string> {
  clients += 1;
  return { 'X-Forwarded-For': `198.51.${clients >> 8}.${clients & 255}` };
}

function walletOf(number: number): string {
  return `Bearer 0x${number.toString(16).padStart(40, '0')}`;
}

describe('limits', () => {
  let api: RunningSampleApi;

  beforeAll(async () => {
    const settings = { rateLimitReadPerMinute: READ, rateLimitHeavyPerMinute: HEAVY, trustProxy: 1 };
    api = await startSampleApi(0, { settings });
    stopWindows(api);
  });

  afterAll(async () => {
    await api.app.close();
  });

  async function get(path: string, headers: Record<string, string>, method = 'GET'): Promise<Response> {
    return fetch(`${api.origin}/v1/samples${path}`, { method, headers });
  }

  async function ask(count: number, path: string, headers: () => Record<string, string>): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index++) {
      const response = await get(path, headers());
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  }

  const refusedIn = (statuses: readonly number[]): number =>
    statuses.filter((status) => status === 429).length;

  it('refuse the 101st read of a minute, on whichever route it comes', async () => {
    const client = newClient();
    const paths = ['?limit=1', '?limit=2', '/linked', '/config', `/${ADDRESS}`];
    for (let index = 0; index < READ; index++) {
      const response = await get(paths[index % paths.length] ?? '', client);
      expect(response.status).toBe(200);
      expect(response.headers.get('ratelimit-policy')).toBe('"read";q=100;w=60');
      expect(response.headers.get('ratelimit')).toMatch(
        new RegExp(`^"read";r=${READ - 1 - index};t=\\d\\d?$`),
      );
      await response.arrayBuffer();
    }
    for (const path of paths) {
      const refused = await get(path, client);
      expect(refused.headers.get('ratelimit')).toMatch(/^"read";r=0;t=\d\d?$/);
      expect(refused.headers.get('ratelimit-policy')).toBe('"read";q=100;w=60');
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(50);
      const { details } = await expectError(refused, [429, 'rate_limited']);
      expect(details).toEqual({
        limitClass: 'read',
        limit: 100,
        windowSeconds: 60,
        retryAfterSeconds: retryAfter,
      });
    }
    expect((await get('/linked', newClient())).status).toBe(200);
  });

  it('refuse the 11th heavy request, and count it apart from reads', async () => {
    const client = newClient();
    const statuses = await ask(HEAVY + 1, '/heavy', () => client);
    expect(statuses).toEqual([...Array<number>(HEAVY).fill(200), 429]);
    expect((await get('/linked', client)).headers.get('ratelimit')).toContain('r=99');
  });

  it('count what is cached, revalidated, refused, missing, and HEAD', async () => {
    const client = newClient();
    const etag = (await get('/linked', client)).headers.get('etag') ?? '';
    const responses = [
      await get('/linked', client),
      await get('/linked', { ...client, 'If-None-Match': etag }),
      await get('/linked', client, 'HEAD'),
      await get('?limit=0', client),
      await get(`/0x${'0'.repeat(40)}`, client),
      await get('/broken', client),
      await fetch(`${api.origin}/v1/samples`, { method: 'POST', headers: client, body: 'x' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 200, 400, 404, 500, 415]);
    expect(responses.map(({ headers }) => headers.get('ratelimit')?.replace(/;t=\d+$/, ''))).toEqual(
      [98, 97, 96, 95, 94, 93, 92].map((left) => `"read";r=${left}`),
    );
  });

  it('let OPTIONS and what is no operation pass', async () => {
    const client = newClient();
    for (let index = 0; index < READ + 1; index++) {
      const response = await get('/linked', { ...client, 'Access-Control-Request-Method': 'GET' }, 'OPTIONS');
      expect([response.status, response.headers.get('ratelimit')]).toEqual([204, null]);
    }
    expect(
      (await fetch(`${api.origin}/health/live`, { headers: client })).headers.get('ratelimit'),
    ).toBeNull();
    expect((await get('/linked', client)).headers.get('ratelimit')).toContain('r=99');
  });

  describe('are not lifted', () => {
    it('by inventing the start of X-Forwarded-For', async () => {
      const { 'X-Forwarded-For': own = '' } = newClient();
      let made = 0;
      const statuses = await ask(READ + 20, '/linked', () => ({
        'X-Forwarded-For': `203.0.113.${(made++ % 250) + 1}, ${own}`,
      }));
      expect(refusedIn(statuses)).toBe(20);
    });

    it('by rotating the /64s of one /56', async () => {
      let made = 0;
      const statuses = await ask(READ + 20, '/linked', () => ({
        'X-Forwarded-For': `2001:db8:77:${(0x1200 + (made++ % 256)).toString(16)}::${made}`,
      }));
      expect(refusedIn(statuses)).toBe(20);
      const neighbour = { 'X-Forwarded-For': '2001:db8:77:1300::1' };
      expect((await get('/linked', neighbour)).status).toBe(200);
    });

    it('by writing one IPv4 address in different ways', async () => {
      const { 'X-Forwarded-For': own = '' } = newClient();
      const spellings = [own, `::ffff:${own}`, `${own}:4711`, `[::ffff:${own}]:80`];
      let made = 0;
      const statuses = await ask(READ + 8, '/linked', () => ({
        'X-Forwarded-For': spellings[made++ % spellings.length] ?? '',
      }));
      expect(refusedIn(statuses)).toBe(8);
    });

    it('by minting 1,000 wallets: together they have ten budgets', async () => {
      const client = newClient();
      let made = 0;
      const statuses = await ask(10 * READ + 30, '/linked', () => {
        made += 1;
        return { ...client, Authorization: walletOf(0x1000 + (made % 1_000)) };
      });
      expect(refusedIn(statuses)).toBe(30);
      expect(refusedIn(statuses.slice(0, 10 * READ))).toBe(0);
    });

    it('by a bad token', async () => {
      const client = newClient();
      let made = 0;
      const statuses = await ask(READ + 5, '/linked', () => ({
        ...client,
        Authorization: `Bearer bad${made++}`,
      }));
      expect(refusedIn(statuses)).toBe(5);
    });
  });

  it('follow a wallet from network to network, and leave its neighbours alone', async () => {
    const home = newClient();
    const wallet = { Authorization: walletOf(7) };
    expect(refusedIn(await ask(READ, '/linked', () => ({ ...home, ...wallet })))).toBe(0);
    expect((await get('/linked', { ...home, ...wallet })).status).toBe(429);
    expect((await get('/linked', { ...newClient(), ...wallet })).status).toBe(429);
    expect((await get('/linked', home)).status).toBe(200);
    expect((await get('/linked', { ...home, Authorization: walletOf(8) })).status).toBe(200);
  });

  it('are told to the log by route, also where the cache would have served it', async () => {
    const client = newClient();
    const refusals = (): string[] => api.accessLines.filter((line) => line.includes('"status":429'));
    const before = refusals().length;
    await ask(READ + 1, '/linked', () => client);
    await until('the access log', () => refusals().length > before);
    const last = JSON.parse(refusals().at(-1)!) as object;
    expect(last).toMatchObject({ route: '/v1/samples/linked', status: 429, cache: 'pass' });
  });

  it('tell nothing about the client in the log', async () => {
    await get('/linked', { 'X-Forwarded-For': '192.0.2.77' });
    await until('the access log', () => api.accessLines.join().includes('192.0.2.0/24'));
    expect(api.accessLines.join()).not.toMatch(/192\.0\.2\.77|0x[0-9a-f]{40}/i);
  });
});
