import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { ApiProcess } from '../support/api-process.js';
import { askAgain } from '../support/ask-again.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { insertManyApps } from '../support/many-apps.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { openClient } from '../support/pg-client.js';
import { PgBouncer, pgBouncerVersion, whyNoPreparedStatements } from '../support/pgbouncer.js';
import { PUBLIC_BASE_URL, SIGNING_KEYS, startApiOf } from '../support/running-api.js';
import { readReadiness } from '../support/standby-system.js';
import { until } from '../support/until.js';
import { signIn, testWallet } from '../support/wallet.js';

const LOGINS = { pooled: 'one', bare: 'two', direct: 'three' };
const ANY_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const AT_ONCE = 12;
const ROUNDS = 25;
const DIRECT = 3;
const NOT_INSTALLED = 'pgbouncer is not installed (apt-get install pgbouncer)';

/** What the documents give a login. */
const SETTINGS = readFileSync('docs/operate/pooler.md', 'utf8').match(/^ALTER ROLE pooled .*;$/gm) ?? [];

const without = whyNoPreparedStatements();
const describeKept = without === null ? describe : describe.skip;
const describeAny = pgBouncerVersion() === undefined ? describe.skip : describe;

describeAny(`a pooler${pgBouncerVersion() === undefined ? ` [skipped: ${NOT_INSTALLED}]` : ''}`, () => {
  let postgres: OwnPostgres;
  let admin: pg.Client;
  let bouncer: PgBouncer;

  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    admin = await openClient(postgres.url);
    await insertManyApps(admin, 40, new Date());
    await admin.query(`UPDATE chain.head SET level_at = now() + interval '1 hour'`);
    await admin.query('UPDATE chain.deployment SET platform_token = $1, price_feeds = ARRAY[$1]', [
      ANY_CONTRACT,
    ]);
    for (const [login, password] of Object.entries(LOGINS))
      await admin.query(`CREATE ROLE ${login} LOGIN PASSWORD '${password}' IN ROLE slipway_api`);
    await admin.query(SETTINGS.join('\n'));
    bouncer = await PgBouncer.start(
      postgres.url,
      LOGINS,
      without === null ? { max_prepared_statements: '200' } : {},
    );
  });

  afterAll(async () => {
    await bouncer.stop();
    await admin.end();
    await postgres.remove();
  });

  const settingsOf = (poolerUrl: string): Record<string, string> => ({
    DATABASE_URL: directUrl('direct'),
    DATABASE_POOLER_URL: poolerUrl,
    DATABASE_POOL_SIZE: '8',
    PUBLIC_BASE_URL,
    JWT_SIGNING_KEYS: SIGNING_KEYS,
    RATE_LIMIT_READ_PER_MINUTE: '1000000',
  });

  const pooledUrl = (login: keyof typeof LOGINS): string => bouncer.urlOf(login, LOGINS[login]);

  function directUrl(login: keyof typeof LOGINS): string {
    const url = new URL(postgres.url);
    url.username = login;
    url.password = LOGINS[login];
    return url.href;
  }

  /** An API that cannot look at its database within a second starts all the same: on a busy machine another is started. */
  async function refusalOf(environment: Record<string, string>): Promise<string> {
    let refusal = '';
    await until('it is refused', async () => {
      refusal = await startApiOf(environment).then(
        async (api) => {
          await api.close();
          return '';
        },
        (error: unknown) => String(error),
      );
      return refusal !== '';
    });
    return refusal;
  }

  it('is refused as the way of LISTEN: DATABASE_URL has to be direct', async () => {
    const refused = await refusalOf({
      ...settingsOf(pooledUrl('pooled')),
      DATABASE_URL: pooledUrl('direct'),
    });
    expect(refused).toContain('DATABASE_URL leads to a connection pooler');
  });

  it('is refused as the way of the indexer', async () => {
    const indexer = IndexerProcess.start({ DATABASE_URL: pooledUrl('direct') });
    await until('the indexer has ended', () => indexer.hasEnded);
    expect(indexer.log).toContain('DATABASE_URL leads to a connection pooler');
  });

  it('is refused as the way of the indexer also where it drops what connections say of themselves', async () => {
    const ignore_startup_parameters =
      'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';
    const quiet = await PgBouncer.start(postgres.url, LOGINS, { ignore_startup_parameters });
    try {
      const url = quiet.urlOf('direct', LOGINS.direct);
      const indexer = IndexerProcess.start({ DATABASE_URL: url });
      await until('the indexer has ended', () => indexer.hasEnded);
      expect(indexer.log).toContain('DATABASE_URL leads to a connection pooler');
      expect(await refusalOf({ ...settingsOf('none'), DATABASE_URL: url })).toContain(
        'DATABASE_URL leads to a connection pooler',
      );
    } finally {
      await quiet.stop();
    }
  });

  it('is refused with a login that lacks settings, which are named', async () => {
    const refused = await refusalOf(settingsOf(pooledUrl('bare')));
    expect(refused).toContain('ALTER ROLE "bare" SET role = slipway_api; ALTER ROLE "bare" SET search_path');
    expect(refused).toContain('ALTER ROLE "bare" SET statement_timeout = 1500;');
  });

  if (without !== null)
    it('is refused when it keeps no prepared statements', async () => {
      expect(await refusalOf(settingsOf(pooledUrl('pooled')))).toContain(
        'does not keep prepared statements: it has to be PgBouncer 1.21 or later',
      );
    });

  describeKept(`in transaction mode${without === null ? '' : ` [skipped: ${without}]`}`, () => {
    let api: ApiProcess;

    beforeAll(async () => {
      api = await ApiProcess.start({ ...settingsOf(pooledUrl('pooled')), LOG_LEVEL: 'warn' });
      await until('the API is ready', async () => (await readReadiness(api)).status === 200);
    });

    afterAll(async () => {
      await api.stop();
    });

    const get = (path: string, headers?: Record<string, string>): Promise<Response> =>
      api.get(`/v1${path}`, headers);

    const post = (path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${api.origin}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });

    it('serves reads that are at more connections than the pooler has', async () => {
      const statuses: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const asked = Array.from({ length: AT_ONCE }, (_, index) =>
          get(`/apps?limit=${1 + index}&minHolders=${round}`),
        );
        for (const response of await Promise.all(asked)) statuses.push(response.status);
      }
      // On a busy machine one may wait too long for its place, as without a pooler.
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0.9 * statuses.length);
      const { rows } = await admin.query<{ count: string }>(
        `SELECT count(*) FROM pg_stat_activity WHERE usename = 'pooled'`,
      );
      expect(Number(rows[0]?.count)).toBeLessThanOrEqual(5);
    });

    it('signs in, signs out and pages, with the rights of its role alone', async () => {
      const wallet = testWallet(7);
      const token = { Authorization: `Bearer ${await signIn({ post }, wallet)}` };
      const ask = (path: string): Promise<Response> => askAgain(() => get(path, token));
      expect((await ask('/auth/session')).status).toBe(200);
      expect((await ask(`/portfolio/${wallet.address}`)).status).toBe(200);
      expect((await post('/auth/logout', {}, token)).status).toBe(204);
      expect((await ask('/auth/session')).status).toBe(401);
      const first = (await (await get('/apps?limit=3')).json()) as { nextCursor: string };
      expect((await get(`/apps?limit=3&cursor=${first.nextCursor}`)).status).toBe(200);
      expect(api.log).not.toMatch(/"level":"error"/);
    });

    it('hears of a new head by LISTEN, on a connection of its own', async () => {
      const { rows } = await admin.query<{ block: string }>(
        `UPDATE chain.head SET block_number = block_number + 1, block_hash = sha256(block_number::text::bytea),
           revision = nextval('index_revision') RETURNING block_number::text AS block`,
      );
      await admin.query('NOTIFY slipway_head');
      await until('it is served', async () => (await readReadiness(api)).block === rows[0]?.block);
      const { rows: direct } = await admin.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE usename = 'direct'`,
      );
      expect(direct.some(({ query }) => query.includes('index_writer'))).toBe(true);
      // What the documents count.
      expect(direct.length).toBeLessThanOrEqual(DIRECT);
    });

    it('ends what takes too long by the settings of its login', async () => {
      await admin.query('BEGIN; LOCK TABLE chain.apps IN ACCESS EXCLUSIVE MODE');
      const response = await get('/apps?limit=9&minHolders=77');
      await admin.query('ROLLBACK');
      expect(response.status).toBe(503);
    });
  });
});
