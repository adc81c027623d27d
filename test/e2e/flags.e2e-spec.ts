import type pg from 'pg';
import { expectError } from '../support/http/expect-envelope.js';
import { FlaggedModule } from '../support/http/flagged.module.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps, type OpsResult } from '../support/run-ops.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { signIn, testWallet } from '../support/wallet.js';
import { until } from '../support/until.js';

/** What the contract gives a switch to reach every instance. */
const LIVE_MS = 2_000;

type Features = Record<string, boolean>;

const ALL_ON: Features = { claims: true, launches: true, leaderboards: true, search: true };

describe('feature flags', () => {
  let database: TestDatabase;
  let instances: RunningApi[];
  let operator: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    operator = await openClient(database.url);
    await operator.query(`INSERT INTO chain.head (block_number, block_hash, block_time, level_at)
      VALUES (7, decode(repeat('07', 32), 'hex'), now(), now() + interval '1 hour')`);
    const start = (): Promise<RunningApi> => startApi(database.url, {}, { beside: FlaggedModule });
    instances = [await start(), await start()];
  });

  afterAll(async () => {
    for (const api of instances) await api.close();
    await operator.end();
    await database.drop();
  });

  afterEach(async () => {
    await operator.query('DELETE FROM flags');
    for (const [name, value] of Object.entries(ALL_ON)) await untilSaid(name, value);
  });

  function flags(...words: string[]): Promise<OpsResult> {
    return runOps({ DATABASE_URL: database.url }, 'flags', ...words);
  }

  /** As the program does, without the time that starting it takes. */
  async function set(name: string, enabled: boolean): Promise<void> {
    await operator.query(
      'INSERT INTO flags (name, enabled) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET enabled = $2',
      [name, enabled],
    );
    await untilSaid(name, enabled);
  }

  async function features(api: RunningApi): Promise<Features> {
    const response = await api.get('/config/features');
    expect(response.status).toBe(200);
    return (await response.json()) as Features;
  }

  /** Every instance says so, within the time that the contract gives. */
  async function untilSaid(name: string, value: boolean | undefined): Promise<void> {
    const isSaid = async () =>
      (await Promise.all(instances.map(features))).every((one) => one[name] === value);
    await until(`${name} is ${String(value)} everywhere`, isSaid, LIVE_MS);
  }

  it('are all on by default', async () => {
    for (const api of instances) expect(await features(api)).toEqual(ALL_ON);
  });

  it('stop cached responses of a gated operation at once, on every instance, and let them go on as they were', async () => {
    const [api, other] = instances as [RunningApi, RunningApi];
    const first = await api.get('/flagged/cached');
    const etag = first.headers.get('etag')!;
    expect((await api.get('/flagged/cached')).headers.get('etag')).toBe(etag);
    expect((await other.get('/flagged/cached')).status).toBe(200);
    expect(await flags('set', 'leaderboards', 'off')).toMatchObject({
      code: 0,
      stdout: 'leaderboards is off\n',
    });
    await untilSaid('leaderboards', false);
    for (const [instance, headers] of [
      [api, {}],
      [other, {}],
      [api, { 'If-None-Match': etag }],
    ] as const) {
      const response = await instance.get('/flagged/cached', headers);
      expect(response.headers.get('ratelimit')).not.toBeNull();
      expect((await expectError(response, [503, 'service_unavailable'])).details).toEqual({
        feature: 'leaderboards',
      });
    }
    expect(await flags('unset', 'leaderboards')).toMatchObject({
      code: 0,
      stdout: 'leaderboards has its default again\n',
    });
    await untilSaid('leaderboards', true);
    for (const instance of instances) expect((await instance.get('/flagged/cached')).status).toBe(200);
  });

  it('are asked after who is calling, and before what for', async () => {
    const [api] = instances as [RunningApi];
    const [wallet, stranger] = [testWallet(1), testWallet(2)];
    const headers = { Authorization: `Bearer ${await signIn(api, wallet)}` };
    expect((await api.get(`/flagged/${wallet.address}/things`, headers)).status).toBe(200);
    await set('claims', false);
    await expectError(await api.get(`/flagged/${wallet.address}/things`), [401, 'unauthorized']);
    await expectError(await api.get(`/flagged/${stranger.address}/things`, headers), [403, 'forbidden']);
    for (const query of ['', '?unknown=1']) {
      const response = await api.get(`/flagged/${wallet.address}/things${query}`, headers);
      const { details } = await expectError(response, [503, 'service_unavailable']);
      expect(details).toEqual({ feature: 'claims' });
    }
    expect((await api.get('/flagged/cached')).status).toBe(200);
    await set('claims', true);
    expect((await api.get(`/flagged/${wallet.address}/things`, headers)).status).toBe(200);
  });

  it('may have any name, and are gone when unset', async () => {
    const { stdout } = await flags('set', 'dark-mode', 'off');
    expect(stdout).toMatch(/^dark-mode is off\nno operation asks for it: /);
    await untilSaid('dark-mode', false);
    await operator.query('DELETE FROM flags');
    await untilSaid('dark-mode', undefined);
  });

  it('are listed with what was set when', async () => {
    await set('search', false);
    const { stdout } = await flags('list');
    expect(stdout.split('\n')).toEqual([
      'on   default  claims',
      'on   default  launches',
      'on   default  leaderboards',
      expect.stringMatching(/^off {2}\d{4}-\d\d-\d\dT\S+Z {2}search$/),
      '1 set',
      '',
    ]);
  });

  it.each([
    [['set', 'Claims', 'off'], "not a flag's name"],
    [['unset', 'claims'], 'claims is not set'],
    [['set', 'claims'], 'missing required argument'],
  ])('refuse `flags %j` in a line, and change nothing', async (words, message) => {
    const { code, stderr } = await flags(...words);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain(' at ');
    expect(await features(instances[0]!)).toEqual(ALL_ON);
  });

  describe('GET /config/features', () => {
    it('is not kept without asking, and is 304 until something changes', async () => {
      const [api] = instances as [RunningApi];
      const { headers } = await api.get('/config/features');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('x-as-of-block')).toBeNull();
      const condition = { 'If-None-Match': headers.get('etag')! };
      expect((await api.get('/config/features', condition)).status).toBe(304);
      await set('search', false);
      const changed = await api.get('/config/features', condition);
      expect([changed.status, await changed.json()]).toMatchObject([200, { search: false }]);
      await set('search', true);
      expect((await api.get('/config/features', condition)).status).toBe(304);
    });

    it('takes no parameter', async () => {
      await expectError(await instances[0]!.get('/config/features?flag=claims'), [400, 'invalid_request']);
    });
  });
});
