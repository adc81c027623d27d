import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { PrismaService, type DatabaseRole } from '@slipway/database';
import { isLevel, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { OwnPostgres } from '../support/own-postgres.js';
import { openClient } from '../support/pg-client.js';
import { throwIt } from '../support/throw-it.js';
import { until } from '../support/until.js';

/** Longer than a writer that is frozen is waited for. */
const FROZEN_MS = 15_000;

const COMMIT = { text: `SELECT current_setting('synchronous_commit') AS commits` } as const;

describe('two indexers before a synchronous standby', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let primary: OwnPostgres;
  let standby: OwnPostgres;
  let client: pg.Client;
  const processes: IndexerProcess[] = [];

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(62));
    await market.open(2);
    primary = await OwnPostgres.start({ synchronous_commit: 'on' });
    client = await openClient(primary.url);
    standby = await primary.startStandby();
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
    await client.query('SELECT pg_reload_conf()');
    await until('commits wait for the standby', async () => {
      const { rows } = await client.query<{ state: string }>(
        'SELECT sync_state AS state FROM pg_stat_replication',
      );
      return rows[0]?.state === 'sync';
    });
    const environment = {
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: primary.url,
      INDEXER_POLL_MS: '50',
    };
    processes.push(IndexerProcess.start(environment));
    await until('one is the writer', async () => (await term()) !== null && isLevel(client, fixture.client));
    processes.push(IndexerProcess.start(environment));
    await until('the other waits', async () => {
      const { rows } = await client.query('SELECT FROM index_standbys');
      return rows.length > 0;
    });
  });

  afterAll(async () => {
    for (const one of processes) await one.end('SIGKILL');
    await client.end();
    await standby.remove();
    await primary.remove();
    await fixture.stop();
  });

  async function term(): Promise<string | null> {
    const { rows } = await client.query<{ term: string | null }>(
      `SELECT holder || ' ' || epoch AS term FROM index_writer`,
    );
    return rows[0]?.term ?? null;
  }

  it('leave the writer in place while the standby is frozen: it goes on, and what people decide waits', async () => {
    const before = await term();
    await standby.freeze();
    try {
      const decided = await openClient(primary.url, { query_timeout: 1_000 });
      await expect(decided.query(`INSERT INTO origins VALUES ('https://a.example')`)).rejects.toThrow(
        'Query read timeout',
      );
      await decided.end();
      const end = Date.now() + FROZEN_MS;
      while (Date.now() < end) {
        await market.act();
        await untilLevel(client, fixture.client);
        await delay(500);
      }
      expect(await term()).toBe(before);
      expect(processes.map(({ hasEnded }) => hasEnded)).toEqual([false, false]);
    } finally {
      await standby.thaw();
    }
  });

  it.each<DatabaseRole>(['slipway_api', 'slipway_ops'])(
    'has %s commit with the standby, whatever the server’s setting',
    async (role) => {
      // On a machine that others use too.
      const limits = { statementTimeoutMs: 30_000, poolTimeoutMs: 30_000 };
      const prisma = new PrismaService({ url: primary.url, role, size: 1, ...limits }, throwIt);
      await client.query('ALTER DATABASE postgres SET synchronous_commit = off');
      await expect(prisma.$runAtPrimary(COMMIT)).resolves.toEqual([{ commits: 'on' }]);
      await client.query('ALTER DATABASE postgres RESET synchronous_commit');
      await prisma.$close();
    },
  );
});
