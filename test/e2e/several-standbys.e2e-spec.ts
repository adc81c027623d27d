import type pg from 'pg';
import { inReadOrder } from '../support/in-read-order.js';
import { isReadFrom } from '../support/is-read-from.js';
import { insertManyApps } from '../support/many-apps.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { openClient } from '../support/pg-client.js';
import { PUBLIC_BASE_URL, SIGNING_KEYS, type RunningApi } from '../support/running-api.js';
import { readReadiness, startReadyApi } from '../support/standby-system.js';
import { until } from '../support/until.js';

const DURING_MS = 4_000;
const AT_ONCE = 6;
const ANY_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

describe('an API with two standbys', () => {
  let primary: OwnPostgres;
  let standbys: readonly OwnPostgres[];
  let admin: pg.Client;
  let api: RunningApi;

  beforeAll(async () => {
    primary = await OwnPostgres.start();
    admin = await openClient(primary.url);
    await insertManyApps(admin, 40, new Date());
    await admin.query(`UPDATE head SET level_at = now() + interval '1 hour'`);
    await admin.query('UPDATE deployment SET platform_token = $1, price_feeds = ARRAY[$1]', [ANY_CONTRACT]);
    standbys = [await primary.startStandby(), await primary.startStandby()];
    api = await startReadyApi({
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standbys.map(({ url }) => url).join(','),
      DATABASE_POOL_SIZE: '4',
      PUBLIC_BASE_URL,
      JWT_SIGNING_KEYS: SIGNING_KEYS,
      RATE_LIMIT_READ_PER_MINUTE: '1000000',
    });
  });

  afterAll(async () => {
    await api.close();
    await admin.end();
    for (const server of [...standbys, primary]) await server.remove();
  });

  /** Public reads, of which every second one is in no cache. */
  async function readWhile(work: () => Promise<void>): Promise<number[]> {
    const statuses: number[] = [];
    const endsAt = performance.now() + DURING_MS;
    const working = work();
    let sent = 0;
    const client = async (): Promise<void> => {
      while (performance.now() < endsAt) {
        sent += 1;
        const path = sent % 2 === 0 ? '/apps?limit=5' : `/apps?limit=5&minHolders=${sent}`;
        statuses.push((await api.get(path)).status);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    await working;
    return statuses;
  }

  /** With time to spare all are served; on a busy machine each client may be refused once. */
  function expectServed(statuses: readonly number[]): void {
    const others = statuses.filter((status) => status !== 200);
    expect(others.filter((status) => status !== 503)).toEqual([]);
    expect(others.length).toBeLessThanOrEqual(AT_ONCE);
    expect(statuses.length).toBeGreaterThan(5 * AT_ONCE);
  }

  const untilReadFrom = (server: OwnPostgres, name: string): Promise<number> =>
    until(`reads go to ${name}`, () => isReadFrom(server));

  it('reads on at the other one while the first is frozen, and returns', async () => {
    const [first, second] = await inReadOrder(standbys);
    const statuses = await readWhile(() => first.freeze());
    try {
      expectServed(statuses);
      await untilReadFrom(second, 'the second');
    } finally {
      await first.thaw();
    }
    await untilReadFrom(first, 'the first');
  });

  it('reads on while one after the other goes, last at the primary, and returns to the first', async () => {
    const [first, second] = await inReadOrder(standbys);
    expectServed(await readWhile(() => first.stop('SIGQUIT')));
    await untilReadFrom(second, 'the second');
    expectServed(await readWhile(() => second.stop('SIGQUIT')));
    await untilReadFrom(primary, 'the primary');
    await second.start();
    await untilReadFrom(second, 'the second');
    await first.start();
    await untilReadFrom(first, 'the first');
    const { rows } = await admin.query<{ block: string }>(
      `UPDATE head SET block_number = block_number + 1, block_hash = sha256(block_number::text::bytea),
        revision = nextval('index_revision') RETURNING block_number::text AS block`,
    );
    await until('its block is served', async () => (await readReadiness(api)).block === rows[0]?.block);
  });
});
