import type pg from 'pg';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { isLevel, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { until } from '../support/until.js';

const TAKEOVER_MS = 10_000;

describe('two indexers', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let database: TestDatabase;
  let client: pg.Client;
  const processes: IndexerProcess[] = [];

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(61));
    await market.open(2);
    database = await createTestDatabase();
    client = await openClient(database.url);
    start();
    await until(
      'one is the writer',
      async () => (await holder()) !== null && (await isLevel(client, fixture.client)),
    );
    start();
  });

  afterAll(async () => {
    for (const one of processes) {
      one.signal('SIGCONT');
      await one.end('SIGKILL');
    }
    await client.end();
    await database.drop();
    await fixture.stop();
  });

  function start(): IndexerProcess {
    const one = IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: database.url,
      INDEXER_POLL_MS: '50',
    });
    processes.push(one);
    return one;
  }

  async function holder(): Promise<string | null> {
    const { rows } = await client.query<{ holder: string | null }>('SELECT holder FROM index_writer');
    return rows[0]!.holder;
  }

  async function isHolder({ pid }: IndexerProcess): Promise<boolean> {
    return (await holder())?.includes(`:${pid}:`) === true;
  }

  /** The process that writes, by the name it gave itself. */
  async function writer(): Promise<IndexerProcess> {
    const name = await holder();
    return processes.find(({ pid }) => name?.includes(`:${pid}:`) === true)!;
  }

  async function actAndFollow(acts: number): Promise<void> {
    await market.act(acts);
    await untilLevel(client, fixture.client);
  }

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl);
  }

  /** Once another process waits for its turn. */
  async function untilStandby(): Promise<void> {
    await until('another waits', async () => {
      const { rows } = await client.query(
        `SELECT FROM index_standbys WHERE seen_at > clock_timestamp() - interval '3 seconds'`,
      );
      return rows.length > 0;
    });
  }

  /** Takes the writer out until another took its place in time: again, where the machine stood still meanwhile. */
  async function expectTakeover(takeOut: () => Promise<IndexerProcess>): Promise<IndexerProcess> {
    for (;;) {
      await untilStandby();
      const gone = await takeOut();
      if ((await until('another is the writer', async () => !(await isHolder(gone)))) <= TAKEOVER_MS)
        return gone;
      gone.signal('SIGCONT');
      start();
    }
  }

  it('have one writer: when it is killed the other goes on within 10 seconds', async () => {
    await actAndFollow(5);
    await expectTakeover(async () => {
      const killed = await writer();
      await killed.end('SIGKILL');
      return killed;
    });
    await actAndFollow(3);
    await expectFresh();
  });

  it('go on within 10 seconds when the writer is frozen in the middle of a batch, which is undone when it thaws', async () => {
    start();
    const frozen = await expectTakeover(async () => {
      const first = await writer();
      // Another transaction in the way keeps its batch open until the signal has come.
      await client.query('BEGIN; LOCK TABLE chain.head IN SHARE MODE');
      await market.act();
      await until('the batch is begun', async () => {
        const { rowCount } = await client.query(
          `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
          WHERE NOT granted AND application_name LIKE 'slipway_indexer:%'`,
        );
        return rowCount! > 0;
      });
      first.signal('SIGSTOP');
      await client.query('COMMIT');
      return first;
    });
    const successor = await holder();
    await actAndFollow(3);
    frozen.signal('SIGCONT');
    await until('the thawed one has noticed', () =>
      Promise.resolve(frozen.log.includes('no longer the writer')),
    );
    await actAndFollow(5);
    expect(await holder()).toBe(successor);
    expect(frozen.hasEnded).toBe(false);
    await expectFresh();
  });
});
