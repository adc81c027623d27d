import { describeWith } from '../support/describe-with.js';
import { findProgram } from '../support/find-program.js';
import type { OwnPostgres } from '../support/own-postgres.js';
import { withClient } from '../support/pg-client.js';
import { RedisServer } from '../support/redis.js';
import { type RunningApi } from '../support/running-api.js';
import { POOL_SIZE, readReadiness, StandbySystem } from '../support/standby-system.js';
import { until } from '../support/until.js';
import { signIn, testWallet } from '../support/wallet.js';

const HEAVY = 30;
const DURING_MS = 3_000;

describe('an API that reads from a standby', () => {
  let redis: RedisServer | null;
  let system: StandbySystem;
  let atPrimary: RunningApi;
  let atStandby: RunningApi;

  beforeAll(async () => {
    redis = findProgram('redis-server') === undefined ? null : await RedisServer.start();
    system = await StandbySystem.start({
      TRUST_PROXY: '1',
      RATE_LIMIT_HEAVY_PER_MINUTE: String(HEAVY),
      ...(redis !== null && { REDIS_URL: redis.url }),
    });
    ({ atPrimary, atStandby } = system);
  });

  afterAll(async () => {
    await system.stop();
    await redis?.stop();
  });

  const untilStatus = (api: RunningApi, path: string, status: number): Promise<number> =>
    until(`${path} is ${status}`, async () => (await api.get(path)).status === status);

  const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

  it('follows the head, and serves the same bytes under the same tag', async () => {
    const block = await system.addBlock();
    await until('the standby serves it', async () => (await readReadiness(atStandby)).block === block);
    const [ours, theirs] = await Promise.all([atStandby, atPrimary].map((api) => api.get('/apps?limit=7')));
    expect(ours?.headers.get('x-as-of-block')).toBe(block);
    expect(ours?.headers.get('etag')).toBe(theirs?.headers.get('etag'));
    expect(await ours?.text()).toBe(await theirs?.text());
    const known = await atStandby.get('/apps?limit=7', {
      'If-None-Match': theirs?.headers.get('etag') ?? '',
    });
    expect(known.status).toBe(304);
  });

  it('serves nothing that was switched off, nor what was hidden', async () => {
    const { admin, tokens } = system;
    const search = '/apps/search?q=pocket';
    expect((await atStandby.get(search)).status).toBe(200);
    await admin.query(`INSERT INTO flags (name, enabled) VALUES ('search', false)`);
    await untilStatus(atStandby, search, 503);
    await admin.query(`DELETE FROM flags`);
    await untilStatus(atStandby, search, 200);

    const listed = async (): Promise<string> => (await atStandby.get('/apps?sort=newest&limit=3')).text();
    const hidden = tokens.at(-1) ?? '';
    expect(await listed()).toContain(hidden);
    await admin.query(`INSERT INTO hidden_apps (token, reason) VALUES ($1, 'test')`, [hidden]);
    await until('it is hidden', async () => !(await listed()).includes(hidden));
    await admin.query('DELETE FROM hidden_apps');
    await until('it is listed', async () => (await listed()).includes(hidden));
  });

  it('signs in and out at the primary: what was revoked at one API is refused at the other at once', async () => {
    const wallet = testWallet(2);
    const token = await signIn(atStandby, wallet);
    const session = (api: RunningApi): Promise<Response> => api.get('/auth/session', bearer(token));
    expect((await session(atPrimary)).status).toBe(200);
    expect((await session(atStandby)).status).toBe(200);
    // A standby that knows of nothing new is asked nothing about tokens.
    await system.standby.freeze();
    expect((await atPrimary.post('/auth/logout', {}, bearer(token))).status).toBe(204);
    expect((await session(atStandby)).status).toBe(401);
    await system.standby.thaw();
    const another = await signIn(atPrimary, wallet);
    expect((await atStandby.post('/auth/logout', {}, bearer(another))).status).toBe(204);
    expect((await atPrimary.get('/auth/session', bearer(another))).status).toBe(401);
  });

  describeWith('redis-server', 'with Redis', () => {
    it('counts a client once, whichever API it asks', async () => {
      let clients = 0;
      // What Redis does not count within 100 ms is counted without it: on a busy machine another client asks.
      await until('a client is counted once', async () => {
        clients += 1;
        const client = { 'X-Forwarded-For': `198.51.100.${clients}` };
        const statuses: number[] = [];
        for (let asked = 0; asked <= HEAVY; asked += 1) {
          const api = asked % 2 === 0 ? atPrimary : atStandby;
          statuses.push((await api.get('/rewards/programs/season-1/tree', client)).status);
        }
        return statuses.join() === [...Array.from({ length: HEAVY }, () => 404), 429].join();
      });
    });
  });

  const asOf = (response: Response): string | null => response.headers.get('x-as-of-block');

  it.each(['x', '-1', '1'.repeat(17), '0x7', ''])('refuses X-Min-Block %j', async (block) => {
    const response = await atStandby.get('/apps', { 'X-Min-Block': block });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('X-Min-Block');
  });

  it('serves a block that the standby does not have yet from the primary', async () => {
    const page = '/apps?sort=market_cap&limit=3';
    await system.untilReadAtStandby();
    const before = await system.addBlock();
    await until('the standby is there', async () => asOf(await atStandby.get(page)) === before);
    await system.pauseReplay();
    try {
      const block = await system.addBlock();
      await until('the primary is there', async () => asOf(await atPrimary.get(page)) === block);
      expect(asOf(await atStandby.get(page))).toBe(before);
      expect(asOf(await atStandby.get(page, { 'X-Min-Block': before }))).toBe(before);
      const fresh = await atStandby.get(page, { 'X-Min-Block': block });
      expect([fresh.status, asOf(fresh)]).toEqual([200, block]);
      // What one request was served is not what others are.
      expect(asOf(await atStandby.get(page))).toBe(before);

      const early = await atStandby.get(page, { 'X-Min-Block': String(Number(block) + 2) });
      expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1']);
      const far = await atStandby.get(page, { 'X-Min-Block': String(Number(block) + 3) });
      expect(far.status).toBe(400);
      expect(await far.json()).toMatchObject({ error: { details: { reason: 'block_not_known' } } });

      const { nextCursor } = (await fresh.json()) as { nextCursor: string };
      const [ours, theirs] = await Promise.all(
        [atStandby, atPrimary].map((api) => api.get(`${page}&cursor=${nextCursor}`)),
      );
      expect([ours?.status, ours && asOf(ours)]).toEqual([200, block]);
      expect(await ours?.text()).toBe(await theirs?.text());
    } finally {
      await system.resumeReplay();
    }
  });

  /** Public reads, one after the other, of which every second one is in no cache. */
  async function readWhile(work: () => Promise<void>): Promise<number[]> {
    const statuses: number[] = [];
    const endsAt = performance.now() + DURING_MS;
    const working = work();
    for (let asked = 0; performance.now() < endsAt; asked += 1) {
      const path = asked % 2 === 0 ? '/apps?limit=5' : `/apps?limit=5&minHolders=${asked % 1_000}`;
      statuses.push((await atStandby.get(path)).status);
    }
    await working;
    return statuses;
  }

  /** A busy machine may stand still for longer than a read has: then it is done again, twice at most. */
  async function expectServedWhile(
    work: () => Promise<void>,
    restore: () => Promise<unknown>,
  ): Promise<void> {
    let statuses = await readWhile(work);
    for (let tries = 1; tries < 3 && statuses.some((status) => status === 503); tries += 1) {
      await restore();
      statuses = await readWhile(work);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  }

  it('reads at the primary while the standby is away, and returns', async () => {
    const restore = async (): Promise<void> => {
      await system.standby.start();
      await system.untilReadAtStandby();
    };
    await expectServedWhile(() => system.standby.stop('SIGQUIT'), restore);
    await restore();
    const block = await system.addBlock();
    await until('it is served', async () => (await readReadiness(atStandby)).block === block);
  });

  it('reads on without a failure while the primary is away, and guesses about no token', async () => {
    const token = bearer(await signIn(atStandby, testWallet(3)));
    const restore = async (): Promise<void> => {
      await system.primary.start();
      const isBack = async (): Promise<boolean> =>
        (await atStandby.get('/auth/session', token)).status === 200;
      await until('sign-in is back', isBack);
    };
    await expectServedWhile(() => system.primary.stop('SIGQUIT'), restore);
    expect((await readReadiness(atStandby)).status).toBe(200);
    const refused = await Promise.all([
      atStandby.get('/auth/session', token),
      atStandby.get(`/portfolio/${testWallet(3).address}`, token),
      atStandby.get('/auth/nonce'),
      atStandby.post('/auth/challenge', { address: testWallet(3).address }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    await restore();
  });

  it('holds no more connections than the documents say', async () => {
    const reads = Array.from({ length: 60 }, (_, index) => `/apps?limit=5&minHolders=${2_000 + index}`);
    await Promise.all([atPrimary, atStandby].flatMap((api) => reads.map((path) => api.get(path))));
    const count = async (server: OwnPostgres): Promise<number> =>
      withClient(server.url, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'slipway_api'`,
        );
        return rows[0]!.count;
      });
    // DATABASE_POOL_SIZE, and four more: docs/operate/capacity.md.
    const most = POOL_SIZE + 4;
    const [primary, standby] = [await count(system.primary), await count(system.standby)];
    expect([primary > POOL_SIZE, primary <= 2 * most]).toEqual([true, true]);
    expect([standby >= POOL_SIZE, standby <= most]).toEqual([true, true]);
  });

  it('refuses at a promoted standby the tokens that were revoked before', async () => {
    const [revoked, kept] = [await signIn(atPrimary, testWallet(4)), await signIn(atPrimary, testWallet(5))];
    expect((await atPrimary.post('/auth/logout', {}, bearer(revoked))).status).toBe(204);
    await system.primary.untilReplayed(system.standby);
    await system.primary.stop('SIGQUIT');
    await system.standby.promote();
    const promoted = await system.startAt(system.standby);
    try {
      expect((await promoted.get('/auth/session', bearer(kept))).status).toBe(200);
      expect((await promoted.get('/auth/session', bearer(revoked))).status).toBe(401);
    } finally {
      await promoted.close();
    }
  });
});
