import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { HEAD_CHANNEL } from '@slipway/database';
import { seededRandom } from '../support/market-activity.js';
import { describeWith } from '../support/describe-with.js';
import { readExchange } from '../support/http/read-exchange.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { CacheServer, type CacheServerName } from '../support/cache-server.js';
import { trials } from '../support/trials.js';
import { signIn, testWallet } from '../support/wallet.js';

const CLIENT_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy'];
const WALLETS = 20;
const RESPONSES = trials(2_000, 10_000);
const AT_ONCE = 32;
/** A busy machine refuses some requests, 12 % at load 17. A refusal says nothing of a client: leaks are looked for in the others. */
const MOST_REFUSED = 0.2;
const BLOCK_MS = 1_000;
const KEPT_MS = 2_000;
/** Varnish serves it for two seconds more, while it asks for a new one. */
const LONGEST_KEPT_MS = 4_500;
/** A request that takes so long says that the API, the cache, the database or this process did not run meanwhile. */
const STANDSTILL_MS = 1_000;
/** Two blocks, and four seconds. */
const OLDEST_MS = 2 * BLOCK_MS + 4_000;

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request of one client, and what only its response may say. */
interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wallet: string | null;
}

const PROGRAMS = [
  ['varnish', 'varnishd'],
  ['nginx', 'nginx'],
] as const satisfies readonly (readonly [CacheServerName, string])[];

/** The configurations of `deploy/` in front of an API that does not know of them: SHARED_CACHE is off. */
describe.each(PROGRAMS)('%s as a shared cache', (name, program) => {
  describeWith(program, 'in front of the API', () => {
    let database: IndexedDatabase;
    let api: RunningApi;
    let cache: CacheServer;
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const noted = new Set<string>();
    const wallets = Array.from({ length: WALLETS }, (_, index) => testWallet(index));
    let tokens: readonly string[];

    beforeAll(async () => {
      database = await IndexedDatabase.open('slipway_api', 40);
      // Level with its chain: there is a stream.
      await database.admin.query(
        'INSERT INTO chain.outbox_state (epoch) VALUES (1) ON CONFLICT (id) DO UPDATE SET epoch = 1',
      );
      api = await startApi(database.url, { trustProxy: 1 });
      cache = await CacheServer.start(name, [Number(new URL(api.origin).port)]);
      tokens = await Promise.all(wallets.map((wallet) => signIn(api, wallet)));
      await moveHead();
    });

    beforeEach(() => cache.untilReady());

    afterAll(async () => {
      agent.destroy();
      await cache.stop();
      await api.close();
      await database.close();
    });

    async function moveHead(): Promise<bigint> {
      const { rows } = await database.admin.query<{ block: string }>(
        `UPDATE chain.head SET block_number = block_number + 1, block_hash = sha256((block_number + 1)::text::bytea),
           block_time = now(), level_at = now() + interval '1 hour' RETURNING block_number AS block`,
      );
      const block = rows[0]!.block;
      await database.admin.query('SELECT pg_notify($1, $2)', [HEAD_CHANNEL, block]);
      return BigInt(block);
    }

    function ask(
      path: string,
      headers: Readonly<Record<string, string>> = {},
      method = 'GET',
    ): Promise<Received> {
      return new Promise((resolve, reject) => {
        const sent = get(cache.origin + path, { method, headers, agent }, (response) => {
          readExchange(method, path, response, noted).then(({ status, text }) => {
            resolve({ status, headers: response.headers, text });
          }, reject);
        });
        sent.once('error', (error) => {
          // Varnish closes idle connections after five seconds, which may be just then.
          if (sent.reusedSocket) ask(path, headers, method).then(resolve, reject);
          else reject(error);
        });
      });
    }

    /** What requests received that took no longer than a response is kept: a busy machine may need several tries. */
    async function whileKept<T>(askAll: () => Promise<T>): Promise<T> {
      for (;;) {
        const began = performance.now();
        const received = await askAll();
        if (performance.now() - began < KEPT_MS) return received;
        await sleep(LONGEST_KEPT_MS);
      }
    }

    const cacheOf = ({ headers }: Received): string => String(headers['x-cache']).toLowerCase();

    it('serves a public read from its store, to all clients, with nothing of the first one', async () => {
      const path = '/v1/apps?limit=3';
      const { first, second } = await whileKept(async () => ({
        first: await ask(path, { 'X-Request-Id': 'the-first' }),
        second: await ask(path, { 'X-Request-Id': 'the-second', 'X-Forwarded-For': '203.0.113.9' }),
      }));
      expect([first.status, cacheOf(second)]).toEqual([200, 'hit']);
      expect(second.text).toBe(first.text);
      for (const { headers } of [first, second])
        for (const header of CLIENT_HEADERS) expect(headers).not.toHaveProperty(header);
      expect(second.headers).toMatchObject({
        etag: first.headers.etag,
        'x-as-of-block': first.headers['x-as-of-block'],
        'access-control-allow-origin': '*',
      });
      const known = await ask(path, { 'If-None-Match': String(second.headers.etag) });
      expect([known.status, known.text]).toEqual([304, '']);
      expect((await ask(path, {}, 'HEAD')).headers['x-as-of-block']).toBe(first.headers['x-as-of-block']);
    });

    it('sends a coding to clients that take it alone', async () => {
      const path = '/v1/apps?limit=40';
      const plain = await ask(path);
      const packed = await ask(path, { 'Accept-Encoding': 'gzip' });
      expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
        undefined,
        'gzip',
      ]);
      expect(packed.text).toBe(plain.text);
      const again = await ask(path, { 'Accept-Encoding': 'br;q=0, gzip;q=0' });
      expect(again.headers['content-encoding']).toBeUndefined();
    });

    it('keeps JSON and CSV of one address apart', async () => {
      const path = `/v1/apps/${database.tokens[0]!}/activity`;
      const page = 'text/html,application/xhtml+xml,*/*;q=0.8';
      const { json, csv, again } = await whileKept(async () => ({
        json: await ask(path),
        csv: await ask(path, { Accept: 'text/csv' }),
        again: [
          await ask(path, { Accept: '*/*' }),
          await ask(path, { Accept: 'text/csv' }),
          await ask(path, { Accept: page }),
        ],
      }));
      expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
      expect(again.map((one) => [one.text, cacheOf(one)])).toEqual(
        [json, csv, json].map(({ text }) => [text, 'hit']),
      );
    });

    it.each<[string, string, () => Record<string, string>]>([
      ['a wallet asks', '/v1/apps?limit=4', () => ({ Authorization: `Bearer ${tokens[0] ?? ''}` })],
      ['a builder asks', '/v1/apps?limit=5', () => ({ 'X-Api-Key': 'unknown' })],
      ['a block is the least', '/v1/apps?limit=6', () => ({ 'X-Min-Block': '1' })],
      ['it is about sign-in', '/v1/auth/nonce', () => ({})],
      ['it has a mistake', '/v1/apps?nope=1', () => ({})],
      ['it is about health', '/health/ready', () => ({})],
    ])('stores nothing when %s', async (_why, path, headersOf) => {
      const headers = headersOf();
      const received = [await ask(path, headers), await ask(path, headers), await ask(path, headers)];
      for (const one of received) expect([one.status, cacheOf(one)]).not.toEqual([one.status, 'hit']);
      if (path.startsWith('/v1/auth')) expect(new Set(received.map(({ text }) => text)).size).toBe(3);
      // A response that was not stored is not served to clients without a token.
      if (Object.keys(headers).length > 0) expect(cacheOf(await ask(path))).toBe('miss');
    });

    it('lets a stream through as it comes, and stores nothing of it', async () => {
      const first = await new Promise<string>((resolve, reject) => {
        const request = get(`${cache.origin}/v1/stream?topics=head`, (response) => {
          response.once('data', (chunk: Buffer) => {
            resolve(
              `${response.statusCode ?? 0} ${response.headers['content-type'] ?? ''} ${chunk.toString()}`,
            );
            request.destroy();
          });
        });
        request.once('error', reject);
      });
      expect(first).toMatch(/^200 text\/event-stream\S* \S/);
    });

    it('serves nothing older than two blocks and four seconds while the API responds', async () => {
      const paths = Array.from({ length: 30 }, (_, index) => `/v1/apps?limit=${index + 1}`);
      /** When each block was no longer the newest. */
      const endedAt = new Map<bigint, number>();
      let newest = await moveHead();
      /** The end of the last standstill: older responses, which stand in for an API that does not respond, are served some time longer. */
      let stoodStillAt = -Infinity;
      const noteStandstill = (began: number): void => {
        if (performance.now() - began > STANDSTILL_MS) stoodStillAt = performance.now();
      };
      const written = new AbortController();
      const writing = (async () => {
        while (!written.signal.aborted) {
          await sleep(BLOCK_MS);
          const began = performance.now();
          const next = await moveHead();
          noteStandstill(began);
          endedAt.set(newest, performance.now());
          newest = next;
        }
      })();
      let oldest = 0;
      let hits = 0;
      const random = seededRandom(7);
      let count = 0;
      let measuredMs = 0;
      while (measuredMs < 14_000 || count <= 100) {
        const path = paths[Math.floor(random() ** 3 * paths.length)] ?? '';
        const began = performance.now();
        const received = await ask(path);
        await sleep(5);
        noteStandstill(began);
        if (began - stoodStillAt < OLDEST_MS) continue;
        measuredMs += performance.now() - began;
        count += 1;
        if (cacheOf(received) === 'hit') hits += 1;
        const ended = endedAt.get(BigInt(String(received.headers['x-as-of-block'])));
        if (ended !== undefined) oldest = Math.max(oldest, began - ended);
      }
      written.abort();
      await writing;
      expect(hits).toBeGreaterThan(count / 4);
      expect(oldest).toBeLessThan(OLDEST_MS);
    });

    it(`repeats nothing of one client to another in ${RESPONSES} responses`, async () => {
      const random = seededRandom(11);
      let sent = 0;
      const leaks: string[] = [];
      const seen = { hits: 0, private: 0, refused: 0 };
      const client = async (): Promise<void> => {
        while (sent < RESPONSES) {
          const id = `client-${sent}`;
          sent += 1;
          const asked = chooseRequest(random, id);
          const received = await ask(asked.path, asked.headers);
          leaks.push(...findLeaks(asked, id, received));
          if (cacheOf(received) === 'hit') seen.hits += 1;
          if (isRefusal(received)) seen.refused += 1;
          else if (received.headers['cache-control']?.includes('no-store') === true) seen.private += 1;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, client));
      expect(leaks.slice(0, 5)).toEqual([]);
      expect(seen.refused).toBeLessThan(RESPONSES * MOST_REFUSED);
      expect(seen.hits).toBeGreaterThan(RESPONSES / 4);
      expect(seen.private).toBeGreaterThan(RESPONSES / 10);
    });

    it('serves what it has when the API is gone', async () => {
      const path = '/v1/apps?limit=7';
      const stored = await ask(path);
      await sleep(2_500);
      await ask(path);
      await api.close();
      // Longer than anything may be stored for.
      await sleep(4_500);
      const served = await ask(path);
      expect([served.status, served.text]).toEqual([200, stored.text]);
      const other = await ask('/v1/apps?limit=99');
      expect(other.status).toBeGreaterThanOrEqual(502);
      expect(cacheOf(other)).not.toBe('hit');
    });

    /** Public reads, owners' reads and mistakes. Each is by a client with an id, an address and sometimes a wallet of its own. */
    function chooseRequest(random: () => number, id: string): Asked {
      const index = Math.floor(random() * WALLETS);
      const wallet = wallets[index]!.address;
      const signed = { Authorization: `Bearer ${tokens[index] ?? ''}` };
      const headers = { 'X-Request-Id': id, 'X-Forwarded-For': `198.51.100.${Math.floor(random() * 250)}` };
      const token = database.tokens[Math.floor(random() ** 3 * database.tokens.length)] ?? '';
      const kind = random();
      if (kind < 0.35) return { path: `/v1/apps/${token}`, headers, wallet: null };
      if (kind < 0.6)
        return { path: `/v1/apps?limit=${1 + Math.floor(random() * 30)}`, headers, wallet: null };
      if (kind < 0.7) return { path: `/v1/apps/${token}`, headers: { ...headers, ...signed }, wallet: null };
      if (kind < 0.85) return { path: '/v1/auth/session', headers: { ...headers, ...signed }, wallet };
      if (kind < 0.95) return { path: `/v1/portfolio/${wallet}`, headers: { ...headers, ...signed }, wallet };
      if (kind < 0.98) return { path: `/v1/apps/0x${'9'.repeat(40)}`, headers, wallet: null };
      return { path: '/v1/auth/session', headers, wallet: null };
    }

    function findLeaks({ path, wallet }: Asked, id: string, received: Received): string[] {
      const { status, headers, text } = received;
      const leaks: string[] = [];
      const isPrivate = headers['cache-control'] === 'private, no-store';
      const others = wallets.filter(({ address }) => address !== wallet);
      if (others.some(({ address }) => text.includes(address))) leaks.push(`${path}: another wallet`);
      if (!isPrivate && CLIENT_HEADERS.some((header) => header in headers)) leaks.push(`${path}: a budget`);
      const requestId = headers['x-request-id'];
      if (isRefusal(received)) {
        // A cache that cannot reach the API writes the refusal itself, without an id.
        if (!isPrivate || (requestId !== undefined && requestId !== id))
          leaks.push(`${path}: a refusal, with the request id ${String(requestId)} for ${id}`);
        return leaks;
      }
      if (isPrivate ? requestId !== id : requestId !== undefined)
        leaks.push(`${path} ${status}: the request id ${String(requestId)} for ${id}`);
      if (wallet !== null && (status !== 200 || !text.includes(wallet)))
        leaks.push(`${path}: ${status}, not its own wallet`);
      if (path === '/v1/auth/session' && wallet === null && status !== 401)
        leaks.push(`a session without a token`);
      return leaks;
    }
  });
});

/** Of the API, or of a cache that cannot reach it. */
function isRefusal({ status, text }: Received): boolean {
  return status === 503 && text.includes('"code":"service_unavailable"');
}
