import { parse } from 'csv-parse/sync';
import type { GainsDto } from '../../apps/api/src/modules/portfolio/gains/gains.dto.js';
import type { PortfolioDto } from '../../apps/api/src/modules/portfolio/portfolio.dto.js';
import { expectError } from '../support/http/expect-envelope.js';
import { ServedOwner } from '../support/served-owner.js';
import { startApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';

type Row = Readonly<Record<string, unknown>>;

const CSV = { Accept: 'text/csv' };

/** What strangers may call an app. */
const SYMBOLS = ['=HYPERLINK("https://example.com","A")', '+1', '-1,2', '@a\r\nb', '\t"', "'"];

/** What a parser is to find of a value of the JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function expectRows(csv: string, rows: readonly Row[]): void {
  const [header = [], ...lines] = parse(csv);
  for (const row of rows) expect(header).toEqual(expect.arrayContaining(Object.keys(row)));
  expect(lines).toEqual(rows.map((row) => header.map((name) => cellOf(row[name]))));
  expect(csv.split('\r\n').at(-1)).toBe('');
}

describe('lists as CSV', () => {
  let owner: ServedOwner;
  let bearer: Record<string, string>;
  let token: string;
  let year: number;

  beforeAll(async () => {
    owner = await ServedOwner.start(79);
    const { served, wallet } = owner;
    const { market, fixture, indexed } = served;
    for (const app of market.tokens.slice(1, 4)) {
      const held = await fixture.balance(app, wallet.address);
      for (const part of [3n, 5n]) await fixture.sell(wallet.address, app, held / part);
    }
    await indexed.catchUp();
    token = market.tokens[1]!;
    await served.query(
      'UPDATE apps SET symbol = given.symbol FROM unnest($1::text[]) WITH ORDINALITY AS given (symbol, n) WHERE token_id = (SELECT token_id FROM apps ORDER BY block_number OFFSET n - 1 LIMIT 1)',
      [SYMBOLS],
    );
    await served.serveHead();
    bearer = { Authorization: `Bearer ${await signIn(served.api, wallet)}` };
    const head = await served.get('/apps?limit=1');
    year = head.time.getUTCFullYear();
  });

  afterAll(async () => {
    await owner.stop();
  });

  /** Paths of lists, with the property that has their rows. */
  const lists: [path: () => string, property: string][] = [
    [() => `/apps/${token}/activity?limit=100`, 'activity'],
    [() => `/apps/${token}/activity?type=sell&limit=2`, 'activity'],
    [() => `/apps/${token}/holders?limit=100`, 'holders'],
    [() => '/activity?limit=100&type=launch,buy,sell,graduation,transfer', 'activity'],
    [() => `/candles/${token}?interval=1m&limit=1000`, 'candles'],
    [
      () =>
        `/candles/${token}?interval=1d&currency=platform&from=2020-01-01T00:00:00Z&to=2020-01-02T00:00:00Z`,
      'candles',
    ],
    [() => `/portfolio/${owner.wallet.address}/positions`, 'positions'],
    [() => `/portfolio/${owner.wallet.address}/positions?limit=2`, 'positions'],
    [() => `/portfolio/${owner.wallet.address}/activity?limit=100`, 'activity'],
    [() => `/portfolio/${owner.wallet.address}/gains?year=${year}`, 'disposals'],
    [() => `/rewards/${owner.wallet.address}`, 'items'],
  ];

  it.each(lists)('%s is the rows of the JSON, at the same block', async (pathOf, property) => {
    const { api } = owner.served;
    const json = await api.get(pathOf(), bearer);
    const csv = await api.get(pathOf(), { ...bearer, ...CSV });
    expect([json.status, csv.status]).toEqual([200, 200]);
    const body = (await json.json()) as Record<string, readonly Row[]>;
    expectRows(await csv.text(), body[property]!);
    for (const name of ['x-as-of-block', 'x-as-of-time', 'cache-control', 'vary', 'x-content-type-options'])
      expect(csv.headers.get(name)).toBe(json.headers.get(name));
    expect(csv.headers.get('vary')).toMatch(/(^|, )Accept$/);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9-]+\.csv"$/);
    expect(json.headers.get('content-disposition')).toBeNull();
  });

  it('has what strangers wrote, without a formula', async () => {
    const csv = await owner.served.api.get('/activity?type=launch&limit=100', CSV);
    const rows: { symbol: string }[] = parse(await csv.text(), { columns: true });
    expect(rows.map(({ symbol }) => symbol).reverse()).toEqual(SYMBOLS.map(cellOf));
  });

  it.each<[string, () => string]>([
    ['activity of an app', () => `/apps/${token}/activity?limit=3`],
    ['activity of the market', () => '/activity?type=buy&type=sell&limit=40'],
    ['holders', () => `/apps/${token}/holders?limit=4`],
    ['activity of a wallet', () => `/portfolio/${owner.wallet.address}/activity?limit=5`],
    ['positions', () => `/portfolio/${owner.wallet.address}/positions?limit=4`],
    ['gains', () => `/portfolio/${owner.wallet.address}/gains?limit=4&year=${year}`],
  ])('paginates %s by Link to the same rows as one page', async (_what, pathOf) => {
    const { api } = owner.served;
    const lines: string[][] = [];
    let path: string | null = pathOf();
    let pages = 0;
    while (path !== null) {
      const response = await api.get(path, { ...bearer, ...CSV });
      lines.push(...parse(await response.text()).slice(1));
      const link: string | undefined = response.headers.get('link') ?? undefined;
      path = link === undefined ? null : /^<http:\/\/localhost:3000\/v1(\/.*)>; rel="next"$/.exec(link)![1]!;
      pages += 1;
    }
    const whole = await api.get(pathOf().replace(/limit=\d+/, 'limit=100'), { ...bearer, ...CSV });
    const first = parse(await whole.text()).slice(1);
    expect(pages).toBeGreaterThan(1);
    expect(lines.slice(0, first.length)).toEqual(first);
    expect(new Set(lines.map((line) => line.join())).size).toBe(lines.length);
  });

  it('goes on after a cursor by `after`', async () => {
    const { api } = owner.served;
    const newest = (await (await api.get('/activity?limit=20')).json()) as { nextCursor: string };
    const { latestCursor } = (await (
      await api.get(`/activity?limit=5&cursor=${newest.nextCursor}`)
    ).json()) as {
      latestCursor: string;
    };
    const link = (await api.get(`/activity?limit=5&after=${latestCursor}`, CSV)).headers.get('link')!;
    const [, path] = /^<http:\/\/localhost:3000\/v1(\/.*)>/.exec(link)!;
    expect(path).toMatch(/^\/activity\?limit=5&after=[\w-]+$/);
    expect((await api.get(path!, CSV)).status).toBe(200);
  });

  it('is another form under the same address: own tag, 304, HEAD and codings, never mixed up', async () => {
    const { api } = owner.served;
    const path = `/apps/${token}/activity?limit=100`;
    const ask = async (accept: string, more: Record<string, string> = {}) => {
      const response = await api.get(path, { Accept: accept, 'Accept-Encoding': 'identity', ...more });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const [json, csv] = [await ask('application/json'), await ask('text/csv')];
    const [jsonTag, csvTag] = [json, csv].map(({ headers }) => headers.get('etag')!);
    expect(csvTag).not.toBe(jsonTag);
    for (const accept of [
      '*/*',
      'text/csv',
      'application/json',
      'text/csv',
      'text/html,*/*;q=0.8',
      'text/csv;q=0.1',
    ]) {
      const expected = accept.startsWith('text/csv') ? csv : json;
      const again = await ask(accept);
      expect([accept, again.text, again.headers.get('etag')]).toEqual([
        accept,
        expected.text,
        expected.headers.get('etag'),
      ]);
    }
    const known = await ask('text/csv', { 'If-None-Match': csvTag! });
    expect([known.status, known.text, known.headers.get('vary')]).toEqual([
      304,
      '',
      'Accept-Encoding, Accept',
    ]);
    expect((await ask('text/csv', { 'If-None-Match': jsonTag! })).status).toBe(200);
    expect((await ask('application/json', { 'If-None-Match': csvTag! })).status).toBe(200);
    const packed = await ask('text/csv', { 'Accept-Encoding': 'br' });
    expect([packed.text, packed.headers.get('etag')]).toEqual([csv.text, `${csvTag!.slice(0, -1)}-br"`]);
    const head = await fetch(`${api.origin}/v1${path}`, {
      method: 'HEAD',
      headers: { ...CSV, 'Accept-Encoding': 'identity' },
    });
    expect([head.headers.get('etag'), head.headers.get('content-length'), await head.text()]).toEqual([
      csvTag,
      String(Buffer.byteLength(csv.text)),
      '',
    ]);
  });

  it('is not there of other operations, which are JSON to all, from the cache too', async () => {
    const { api } = owner.served;
    for (let i = 0; i < 3; i += 1) {
      const response = await api.get('/apps?limit=2', CSV);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      await response.text();
    }
  });

  it('is its owner’s alone', async () => {
    const { api } = owner.served;
    for (const list of ['positions', 'activity', `gains?year=${year}`]) {
      const path = `/portfolio/${owner.wallet.address}/${list}`;
      await expectError(await api.get(path, CSV), [401, 'unauthorized']);
      await expectError(await api.get(`/portfolio/${testWallet(9).address}/${list}`, { ...bearer, ...CSV }), [
        403,
        'forbidden',
      ]);
      const own = await api.get(path, { ...bearer, ...CSV });
      expect([own.headers.get('cache-control'), own.headers.get('etag'), own.headers.get('vary')]).toEqual([
        'private, no-store',
        null,
        'Accept',
      ]);
      await own.text();
    }
  });

  it.each<[string, () => string]>([
    ['limit', () => `/apps/${token}/holders?limit=101`],
    ['limit', () => `/apps/${token}/holders?limit=all`],
    ['format', () => `/apps/${token}/holders?format=csv`],
    ['cursor', () => `/apps/${token}/activity?cursor=AAAA`],
    ['type', () => `/apps/${token}/activity?type=gift`],
    ['tokenAddress', () => '/apps/0x12/holders'],
    ['interval', () => `/candles/${token}`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains?year=26`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains?year=1999`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains?year=10000`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains?year=2026.0`],
    ['year', () => `/portfolio/${owner.wallet.address}/gains?year=2026&year=2025`],
    ['limit', () => `/portfolio/${owner.wallet.address}/gains?year=2026&limit=1001`],
  ])('a mistake in %s is JSON: %s', async (parameter, pathOf) => {
    const response = await owner.served.api.get(pathOf(), { ...bearer, ...CSV });
    const { details } = await expectError(response, [400, 'invalid_request']);
    expect(details.issues?.map(({ path }) => path)).toContain(parameter);
  });

  it('what is not found is JSON, for everybody', async () => {
    const response = await owner.served.api.get(`/apps/${owner.wallet.address}/holders`, CSV);
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=2');
    expect(((await response.json()) as { error: { code: string } }).error.code).toBe('not_found');
  });

  it.each([
    'application/xml',
    'text/csv;q=0',
    `text/csv, ${'x/y;q=0.1,'.repeat(1_000)}`,
    'text/csv;header=absent',
    '%00',
    ',',
  ])('an Accept that names no CSV of ours is JSON: %.40s', async (accept) => {
    const response = await owner.served.api.get(`/apps/${token}/holders`, { Accept: accept });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    await response.text();
  });

  describe('GET /portfolio/{address}/gains', () => {
    it('adds up to what the overview has realised, sale by sale and in all', async () => {
      const { body } = await owner.read<GainsDto>(`/gains?year=${year}&limit=1000`);
      const { body: overview } = await owner.read<PortfolioDto>('');
      expect(body).toMatchObject({ address: owner.wallet.address, year, nextCursor: null });
      expect(body.disposals.length).toBeGreaterThan(5);
      expect(body.totalGainUsd).toBe(overview.realizedPnlUsd);
      expect(body.disposals.reduce((sum, { gainUsd }) => sum + gainUsd!, 0)).toBeCloseTo(
        overview.realizedPnlUsd,
        9,
      );
      for (const { proceedsUsd, costUsd, gainUsd } of body.disposals)
        expect(proceedsUsd! - costUsd!).toBeCloseTo(gainUsd!, 9);
      const times = body.disposals.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted());
    });

    it('is empty in a year without sales', async () => {
      for (const other of [year - 1, year + 1, 2_000, 9_999])
        expect((await owner.read<GainsDto>(`/gains?year=${other}`)).body).toEqual({
          address: owner.wallet.address,
          year: other,
          totalGainUsd: 0,
          disposals: [],
          nextCursor: null,
        });
    });

    it('ends a pagination whose block the chain gave up', async () => {
      const { served, wallet } = owner;
      const { market, fixture, indexed } = served;
      const held = await fixture.balance(market.tokens[2]!, wallet.address);
      for (const part of [7n, 9n]) await fixture.sell(wallet.address, market.tokens[2]!, held / part);
      await indexed.catchUp();
      const all = (await owner.read<GainsDto>(`/gains?year=${year}&limit=1000`)).body.disposals;
      const { nextCursor } = (await owner.read<GainsDto>(`/gains?year=${year}&limit=${all.length - 1}`)).body;
      await served.reorganise(2);
      await market.act();
      await indexed.catchUp();
      const { details } = await expectError(await owner.get(`/gains?year=${year}&cursor=${nextCursor!}`), [
        400,
        'invalid_request',
      ]);
      expect(details).toMatchObject({ reason: 'cursor_expired' });
    });

    it('counts as a heavy request', async () => {
      const strict = await startApi(owner.served.indexed.database.url, { rateLimitHeavyPerMinute: 1 });
      const headers = { Authorization: `Bearer ${await signIn(strict, owner.wallet)}`, ...CSV };
      const path = `/portfolio/${owner.wallet.address}/gains?year=${year}`;
      expect((await strict.get(path, headers)).status).toBe(200);
      await expectError(await strict.get(path, headers), [429, 'rate_limited']);
      await strict.close();
    });
  });
});
