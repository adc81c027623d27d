import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { expectError } from '../support/http/expect-envelope.js';
import { stopWindows } from '../support/http/limit-counts.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { runOps, type OpsResult } from '../support/run-ops.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';
import { challenge, signIn, testWallet } from '../support/wallet.js';

/** What the contract gives a change to reach every instance. */
const LIVE_MS = 2_000;

const READ = 5;
const SITE = 'https://shop.example';

describe('builders with keys', () => {
  let database: TestDatabase;
  let instances: RunningApi[];
  let api: RunningApi;
  let operator: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    operator = await openClient(database.url);
    const start = (): Promise<RunningApi> =>
      startApi(database.url, { rateLimitReadPerMinute: READ, trustProxy: 1 });
    instances = [await start(), await start()];
    for (const one of instances) stopWindows(one);
    api = instances[0]!;
  });

  afterAll(async () => {
    for (const one of instances) await one.close();
    await operator.end();
    await database.drop();
  });

  function builders(...words: string[]): Promise<OpsResult> {
    return runOps({ DATABASE_URL: database.url }, 'builders', ...words);
  }

  let addresses = 0;
  /** Each time another address. */
  const from = (): Record<string, string> => {
    addresses += 1;
    return { 'X-Forwarded-For': `198.51.${addresses >> 8}.${addresses & 255}` };
  };

  async function untilKnown(key: string): Promise<void> {
    for (const one of instances) {
      const isKnown = async (): Promise<boolean> => {
        const { status } = await one.get('/config/features', { ...from(), 'X-Api-Key': key });
        return status !== 401;
      };
      await until('the key holds on every instance', isKnown, LIVE_MS);
    }
  }

  /** As the program does, without the time that starting it takes. */
  async function add(name: string, read: number, isServer: boolean, ...origins: string[]): Promise<string> {
    const key = `slw_${randomBytes(32).toString('base64url')}`;
    await operator.query('INSERT INTO builders VALUES ($1, $2, $3, 10, $4, $5)', [
      name,
      createHash('sha256').update(key).digest(),
      read,
      origins,
      isServer,
    ]);
    await untilKnown(key);
    return key;
  }

  /** Asks a number of times, one after the other. */
  async function ask(
    times: number,
    headers: Record<string, string>,
  ): Promise<{ status: number; left: string }[]> {
    const seen = [];
    for (let i = 0; i < times; i += 1) {
      const response = await api.get('/config/features', headers);
      seen.push({ status: response.status, left: response.headers.get('RateLimit') ?? '' });
      await response.arrayBuffer();
    }
    return seen;
  }

  it("a server's key has its own budget, whatever the address, on all instances; the address's own is untouched", async () => {
    const key = await add('acme-server', 20, true);
    const address = from();
    const seen = await ask(20, { ...address, 'X-Api-Key': key });
    const refused = seen.filter(({ status }) => status === 429).length;
    expect(seen.length - refused).toBeGreaterThan(READ);
    expect(refused).toBeGreaterThan(0);
    expect((await ask(1, address))[0]).toMatchObject({
      status: 200,
      left: expect.stringContaining(`r=${READ - 1};`),
    });
  });

  it('within another key one address has what it has without', async () => {
    const key = await add('acme-pages', 1_000, false);
    const seen = await ask(READ + 1, { ...from(), 'X-Api-Key': key });
    expect(seen.map(({ status }) => status)).toEqual([...Array<number>(READ).fill(200), 429]);
    expect((await ask(1, { ...from(), 'X-Api-Key': key }))[0]!.status).toBe(200);
  });

  it("a wallet's budget stays its own", async () => {
    const key = await add('acme-wallets', 1_000, true);
    const token = await signIn(instances[1]!, testWallet(1));
    const seen = await ask(READ + 1, { ...from(), 'X-Api-Key': key, Authorization: `Bearer ${token}` });
    expect(seen.at(-1)!.status).toBe(429);
  });

  it('a key with sites is for their pages, which may sign their users in', async () => {
    const key = await add('shop', 100, false, SITE);
    const other = { ...from(), 'X-Api-Key': key, Origin: 'https://other.example' };
    const { details } = await expectError(await api.get('/config/features', other), [403, 'forbidden']);
    expect(details).toEqual({ reason: 'origin_not_allowed' });
    for (const headers of [{ Origin: SITE }, {}]) {
      expect((await ask(1, { ...from(), 'X-Api-Key': key, ...headers }))[0]!.status).toBe(200);
    }
    const site = { domain: 'shop.example', uri: SITE };
    expect((await challenge(api, testWallet(2).address, site)).message).toContain('shop.example wants you');
    await operator.query(`DELETE FROM builders WHERE name = 'shop'`);
    expect(
      (await api.post('/auth/challenge', { address: testWallet(2).address, ...site }, from())).status,
    ).toBe(400);
  });

  it('an unknown key is 401, counts against its address, and is never repeated', async () => {
    const address = from();
    for (const key of [
      `slw_${'A'.repeat(43)}`,
      'x',
      `slw_${'A'.repeat(43)}, slw_${'B'.repeat(43)}`,
      'k'.repeat(4_000),
      'ü',
    ]) {
      const response = await api.get('/config/features', { ...address, 'X-Api-Key': key });
      const text = await response.clone().text();
      const { details } = await expectError(response, [401, 'unauthorized']);
      expect(details).toEqual({ reason: 'unknown_key' });
      expect(text).not.toContain(key);
      expect(response.headers.get('Cache-Control')).toContain('no-store');
    }
    expect((await ask(1, address))[0]!.status).toBe(429);
  });

  it('a removed key, a new one, and a changed budget hold on all instances within 2 s', async () => {
    const { code, stdout } = await builders('add', 'gone', '--read', '7', '--server');
    const key = stdout.trimEnd().split('\n').at(-1)!;
    expect({ code, key }).toEqual({ code: 0, key: expect.stringMatching(/^slw_[A-Za-z0-9_-]{43}$/) });
    await untilKnown(key);
    expect((await builders('limit', 'gone', '--read', '9')).code).toBe(0);
    for (const one of instances) {
      const policy = async (): Promise<boolean> => {
        const response = await one.get('/config/features', { ...from(), 'X-Api-Key': key });
        return response.headers.get('RateLimit-Policy') === '"read";q=9;w=60';
      };
      await until('the budget is 9', policy, LIVE_MS);
    }
    async function untilRefused(refused: string): Promise<void> {
      for (const one of instances) {
        const isGone = async (): Promise<boolean> =>
          (await one.get('/config/features', { ...from(), 'X-Api-Key': refused })).status === 401;
        await until('the key is refused', isGone, LIVE_MS);
      }
    }
    const changed = await builders('key', 'gone');
    const newKey = changed.stdout.trimEnd().split('\n').at(-1)!;
    expect(changed).toMatchObject({ code: 0, stdout: expect.stringContaining('slw_') });
    await untilRefused(key);
    await untilKnown(newKey);
    expect((await builders('webhooks', 'gone')).code).toBe(0);
    expect((await builders('list')).stdout).toMatch(/^gone {2}read 9 {2}heavy 100 {2}server, webhooks {2}/m);
    expect((await builders('webhooks', 'gone', '--off')).stdout).toBe('changed: gone; webhooks deleted: 0\n');
    expect((await builders('list')).stdout).toMatch(/^gone {2}read 9 {2}heavy 100 {2}server {2}/m);
    expect((await builders('remove', 'gone')).stdout).toBe('removed: gone; webhooks deleted: 0\n');
    await untilRefused(newKey);
  });

  it('is said plainly on the command line, and the list has no key', async () => {
    expect(await builders('add', 'Acme')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('<name> must be'),
    });
    expect(await builders('add', 'acme-server')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has a key already'),
    });
    expect(await builders('add', 'n', '--origin', 'http://shop.example')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('only https'),
    });
    expect(await builders('limit', 'acme-server', '--read', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('a budget'),
    });
    for (const command of ['remove', 'key', 'webhooks'])
      expect(await builders(command, 'nothing')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('no builder'),
      });
    const { stdout } = await builders('list');
    expect(stdout).toMatch(/^acme-pages {2}read 1000 {2}heavy 10 {2}pages {2}any site {2}/m);
    expect(stdout).not.toContain('slw_');
  });
});
