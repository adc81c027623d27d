import { request, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CacheServer, type CacheServerName } from '../support/cache-server.js';
import { describeWith } from '../support/describe-with.js';
import { readExchange } from '../support/http/read-exchange.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

const PATHS = Array.from({ length: 40 }, (_, index) => `/v1/apps?limit=${index + 1}`);
const NEW_PATHS = Array.from({ length: 40 }, (_, index) => `/v1/apps?limit=${index + 41}`);
/** Two seconds, and two more in which Varnish serves the stored response while it asks. */
const LONGEST_STORED_MS = 4_500;
const PROGRAMS = [
  ['varnish', 'varnishd'],
  ['nginx', 'nginx'],
] as const satisfies readonly (readonly [CacheServerName, string])[];

/** An API that tells which paths it was asked for. */
interface CountedApi {
  readonly api: RunningApi;
  readonly asked: Set<string>;
}

/** Each stored response is made by one process. Other requests go to all of them. */
describe.each(PROGRAMS)('%s before two processes of the API', (name, program) => {
  describeWith(program, 'in front of them', () => {
    let database: IndexedDatabase;
    let apis: readonly CountedApi[];
    let cache: CacheServer;

    beforeAll(async () => {
      database = await IndexedDatabase.open('slipway_api', 3);
      apis = await Promise.all([startCounted(), startCounted()]);
      cache = await CacheServer.start(
        name,
        apis.map(({ api }) => Number(new URL(api.origin).port)),
      );
    });

    afterAll(async () => {
      await cache.stop();
      for (const { api } of apis) await api.close();
      await database.close();
    });

    async function startCounted(): Promise<CountedApi> {
      const api = await startApi(database.url, { trustProxy: 1 });
      const asked = new Set<string>();
      (api.app.getHttpServer() as Server).on('request', ({ url }: { url?: string }) => asked.add(url ?? ''));
      return { api, asked };
    }

    function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> {
      return new Promise((resolve, reject) => {
        // A connection each: Varnish ends idle ones after five seconds, and suites sleep nearly as long.
        const sent = request(cache.origin + path, { method, headers, agent: false }, (response) => {
          readExchange(method, path, response).then(({ status }) => {
            resolve(status);
          }, reject);
        });
        sent.once('error', reject).end();
      });
    }

    const askAll = (paths: readonly string[], headers = {}): Promise<number[]> =>
      Promise.all(paths.map((path) => ask(path, headers)));

    const ownersOf = (paths: readonly string[]): number[][] =>
      paths.map((path) => apis.flatMap(({ asked }, index) => (asked.has(path) ? [index] : [])));

    function forget(): void {
      for (const { asked } of apis) asked.clear();
    }

    /** On a busy machine a probe that is late takes a process away for seconds. */
    async function untilBothServe(): Promise<void> {
      await until('both processes serve', async () => {
        forget();
        for (let sent = 0; sent < 8; sent += 1) await ask('/health/live');
        return ownersOf(['/health/live']).join() === '0,1';
      });
      forget();
    }

    beforeEach(untilBothServe);

    it('has one process make the responses of an address, and both make some', async () => {
      expect(new Set(await askAll(PATHS))).toEqual(new Set([200]));
      const first = ownersOf(PATHS);
      expect(first.filter((owners) => owners.length !== 1)).toEqual([]);
      expect(new Set(first.flat())).toEqual(new Set([0, 1]));
      // Nothing is stored any more, and another coding is asked for.
      await sleep(LONGEST_STORED_MS);
      await untilBothServe();
      expect(new Set(await askAll(PATHS, { 'Accept-Encoding': 'gzip' }))).toEqual(new Set([200]));
      expect(ownersOf(PATHS)).toEqual(first);
    });

    it.each<[string, string, Record<string, string>, string]>([
      ['a builder asks', '/v1/apps?limit=1', { 'X-Api-Key': 'unknown' }, 'GET'],
      ['a token is sent', '/v1/apps?limit=1', { Authorization: 'Bearer unknown' }, 'GET'],
      ['a block is the least', '/v1/apps?limit=1', { 'X-Min-Block': '1' }, 'GET'],
      ['it is about sign-in', '/v1/auth/nonce', {}, 'GET'],
      ['it is about a portfolio', `/v1/portfolio/0x${'1'.repeat(40)}`, {}, 'GET'],
      ['it is of an agent', '/mcp', {}, 'POST'],
    ])('asks both processes when %s', async (_why, path, headers, method) => {
      for (let sent = 0; sent < 24; sent += 1) await ask(path, headers, method);
      expect(ownersOf([path])).toEqual([[0, 1]]);
    });

    it('asks the other process for what one made that is gone', async () => {
      await apis[0]!.api.close();
      forget();
      expect(new Set(await askAll(NEW_PATHS))).toEqual(new Set([200]));
      expect(ownersOf(NEW_PATHS).filter((owners) => owners.join() !== '1')).toEqual([]);
    });
  });
});
