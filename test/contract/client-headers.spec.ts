import { get, type IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { inlineComponents } from '../../apps/api/src/openapi/json/inline-components.js';
import { CardModule } from '../support/app-without.js';
import { askAgain } from '../support/ask-again.js';
import { IndexedDatabase } from '../support/indexed-database.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { COMPOSITIONS } from './contract-table.js';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly example?: unknown;
}

type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly parameters?: readonly Parameter[] }>>>
>;

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

const { paths } = inlineComponents(
  JSON.parse(readFileSync(new URL('../../apps/api/openapi.json', import.meta.url), 'utf8')) as {
    readonly paths: Paths;
  },
);

const CLIENT_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy'];
const SHARED_POLICIES: Readonly<Record<string, readonly RegExp[]>> = {
  block: [/^public, max-age=0, s-maxage=2(, stale-if-error=300)?$/, /^public, max-age=86400, immutable$/],
  minute: [/^public, max-age=60, stale-if-error=300$/, /^public, max-age=0, s-maxage=2$/],
  revalidate: [/^no-cache$/, /^public, max-age=0, s-maxage=2$/],
};

/** The operation with an example of each parameter that it needs. */
function targetOf(method: string, path: string, known: Readonly<Record<string, string>>): string {
  const parameters = paths[path]?.[method.toLowerCase()]?.parameters ?? [];
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required, example } of parameters) {
    const value = known[name] ?? String(example);
    if (place === 'path') filled = filled.replace(`{${name}}`, value);
    else if (required === true && place === 'query') query.set(name, value);
  }
  return `/v1${filled}${query.size > 0 ? `?${query.toString()}` : ''}`;
}

describe.each(COMPOSITIONS)('SHARED_CACHE=on, $of', ({ root, contract }) => {
  const operations = Object.entries(contract).map(([key, row]) => {
    const [method = '', path = ''] = key.split(' ');
    return { key, method: method.toUpperCase(), path, row };
  });
  let database: IndexedDatabase;
  let api: RunningApi;
  let known: Readonly<Record<string, string>>;

  beforeAll(async () => {
    database = await IndexedDatabase.open('slipway_api');
    const token = database.tokens[0]!;
    known = {
      tokenAddress: token,
      id: token,
      symbol: token,
      contract: token,
      fromBlock: '1',
      toBlock: '1',
      from: '1795132800',
    };
    api = await startApi(
      database.url,
      { sharedCache: 'on', finality: { blocks: 2, isByTag: false } },
      { root },
    );
  });

  afterAll(async () => {
    await api.close();
    await database.close();
  });

  /** By node:http, whose headers are not compared with the description: that is of a service without a shared cache. */
  function ask(target: string, method = 'GET', headers: Record<string, string> = {}): Promise<Received> {
    return new Promise((resolve, reject) => {
      get(api.origin + target, { method, headers }, (response) => {
        const received = { status: response.statusCode, headers: response.headers };
        response.once('error', reject);
        // The stream does not end by itself.
        if (response.headers['content-type']?.startsWith('text/event-stream') === true) response.destroy();
        else
          response.resume().once('end', () => {
            resolve(received);
          });
        if (response.destroyed) resolve(received);
      }).once('error', reject);
    });
  }

  const clientHeadersOf = ({ headers }: Received): string[] =>
    CLIENT_HEADERS.filter((name) => name in headers);

  it.each(operations.filter(({ row }) => row.caching !== 'private'))(
    '$key: no header of one client, from handler and cache, GET and HEAD',
    async (operation) => {
      const target = targetOf(operation.method, operation.path, known);
      // A card is drawn when it is first asked for: a machine that is busy says when to ask again.
      const first = await askAgain(() => ask(target));
      expect([target, first.status]).toEqual([
        target,
        [200, 404].includes(first.status ?? 0) ? first.status : 200,
      ]);
      const others = [
        await ask(target),
        await ask(target, 'HEAD'),
        // Any tag: that of /config names its lag, which a second that passes changes.
        await ask(target, 'GET', { 'If-None-Match': '*', 'X-Request-Id': 'mine' }),
        await ask(target, 'GET', { 'Accept-Encoding': 'gzip' }),
      ];
      for (const received of [first, ...others]) {
        expect(clientHeadersOf(received)).toEqual([]);
        const policy = received.headers['cache-control'] ?? '';
        expect([policy, SHARED_POLICIES[operation.row.caching]?.some((one) => one.test(policy))]).toEqual([
          policy,
          true,
        ]);
        expect(received.headers).toHaveProperty('x-content-type-options', 'nosniff');
      }
      if (first.status === 200) expect(others[2]?.status).toBe(304);
    },
  );

  it.each(operations.filter(({ row }) => row.caching === 'private'))(
    '$key: private, with the headers of its client',
    async ({ method, path, row }) => {
      const received = await ask(targetOf(method, path, known), method);
      expect(received.headers['cache-control']).toMatch(/\bno-store\b/);
      expect(received.headers).not.toHaveProperty('cdn-cache-control');
      expect([row.access, ...clientHeadersOf(received)]).toEqual([row.access, ...CLIENT_HEADERS]);
    },
  );

  it.each<[string, string, Record<string, string>, number]>([
    ['a parameter that is unknown', '/v1/apps?nope=1', {}, 400],
    ['a key that does not hold', '/v1/apps', { 'X-Api-Key': 'slw_unknown' }, 401],
    ['no route', '/v1/nowhere', {}, 404],
  ])('an error of %s is private, with the headers of its client', async (_what, target, headers, status) => {
    const received = await ask(target, 'GET', headers);
    expect([received.status, received.headers['cache-control']]).toEqual([status, 'private, no-store']);
    expect(clientHeadersOf(received)).toEqual(CLIENT_HEADERS);
  });

  it.each(['/', '/docs', '/openapi.json', '/asyncapi.json', '/llms.txt', '/.well-known/jwks.json'])(
    '%s, beside the interface, has no header of one client where it may be stored',
    async (target) => {
      const received = await ask(target);
      // Most of them are extras'.
      if (root === CardModule && !target.startsWith('/.well-known')) expect(received.status).toBe(404);
      const isStored = !/\b(private|no-store)\b/.test(received.headers['cache-control'] ?? '');
      expect([target, clientHeadersOf(received).length > 0]).toEqual([target, !isStored]);
    },
  );
});
