import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { indexedBlock, untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { createTestDatabase, type TestDatabase } from '../support/postgres.js';
import { trials, tellTrial } from '../support/trials.js';
import { until } from '../support/until.js';

const KILLS = trials(2, 20);

/** About as long as some batches take: the signal comes before, in or after a transaction. */
const MOMENT_MS = 120;

describe('an indexer that is killed', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(23));
    await market.open(3);
    await market.act(60 + 4 * KILLS);
    database = await createTestDatabase();
    client = await openClient(database.url);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
    await fixture.stop();
  });

  function start(): IndexerProcess {
    return IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: database.url,
      INDEXER_MAX_RANGE: '1',
      INDEXER_POLL_MS: '10',
    });
  }

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(database.url, fixture.anvil.rpcUrl);
  }

  it(`goes on from its last whole batch: ${KILLS} kills of the backfill later no row differs`, async () => {
    const random = seededRandom(5);
    let target = Number(await fixture.client.getBlockNumber());
    for (let kill = 1; kill <= KILLS;) {
      const before = await indexedBlock(client);
      const indexer = start();
      await until('it writes', async () => (await indexedBlock(client)) > before || before === target);
      const momentMs = random() * MOMENT_MS;
      await sleep(momentMs);
      await indexer.end('SIGKILL');
      const block = await indexedBlock(client);
      tellTrial(
        `backfill, kill ${kill} of ${KILLS}, after ${momentMs.toFixed(1)} ms, at block ${block} of ${target}`,
      );
      if (block < target) kill += 1;
      else {
        // It was done before the signal came, as where this process stood still: with more to read it is tried again.
        await fixture.client.mine({ blocks: target });
        target += target;
      }
    }
    const indexer = start();
    await untilLevel(client, fixture.client);
    await indexer.end();
    await expectFresh();
  });

  it(`does the same ${KILLS} times while it follows the head`, async () => {
    const random = seededRandom(6);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const indexer = start();
      await untilLevel(client, fixture.client);
      const momentMs = random() * MOMENT_MS;
      const killing = sleep(momentMs).then(() => indexer.end('SIGKILL'));
      await market.act(3);
      await killing;
      tellTrial(
        `following, kill ${kill} of ${KILLS}, after ${momentMs.toFixed(1)} ms, at block ${await indexedBlock(client)}`,
      );
    }
    const indexer = start();
    await untilLevel(client, fixture.client);
    await indexer.end();
    await expectFresh();
  });
});
