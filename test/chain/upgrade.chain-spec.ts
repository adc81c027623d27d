import type pg from 'pg';
import { migrate } from '@slipway/database';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { untilLevel } from '../support/index-level.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { fillOlderIndex, migrateUpTo } from '../support/older-index.js';
import { openClient } from '../support/pg-client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/postgres.js';
import { startApi, type RunningApi } from '../support/running-api.js';
import { until } from '../support/until.js';

/** The first migration after the version that is upgraded. */
const UPGRADE = '20261122000000';

/** What a rebuild brings: prices of sales, whose a trade is. */
const REBUILT = ['trades', 'candles', 'trade_shares'];

describe('an index of an older version, with a market in it', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let today: IndexFixture;
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(62));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    for (let i = 0; i < 40; i += 1) await market.act();
    today = await IndexFixture.open(fixture.anvil.rpcUrl);
    await today.catchUp();
    database = await createEmptyDatabase();
    await migrateUpTo(database.url, UPGRADE);
    await fillOlderIndex(database.url, today.database.url);
    client = await openClient(database.url);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
    await today.close();
    await fixture.stop();
  });

  async function orders(): Promise<unknown[]> {
    const { rows } = await client.query('SELECT kind, succeeded, outcome FROM index_orders');
    return rows as unknown[];
  }

  it('has every new column and sum after its migrations, and an order to rebuild what they cannot tell', async () => {
    const { rows } = await client.query(
      'SELECT FROM chain.ledger_entries WHERE log_index <> event_log_index',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect((await migrate(database.url)).length).toBeGreaterThan(0);
    const [migrated, fresh] = await Promise.all(
      [database, today.database].map(async ({ url }) =>
        Object.entries(await dumpIndex(url)).filter(([table]) => !REBUILT.includes(table)),
      ),
    );
    expect(migrated).toEqual(fresh);
    expect(new Map(fresh).get('creator_totals')!.length).toBeGreaterThan(0);
    expect(await orders()).toEqual([{ kind: 'rebuild', succeeded: null, outcome: null }]);
  });

  it('is served at once, rebuilt by the indexer, and level with the chain', async () => {
    const api = await startApi(database.url);
    const indexer = IndexerProcess.start({
      RPC_URL: fixture.anvil.rpcUrl,
      DATABASE_URL: database.url,
      INDEXER_POLL_MS: '50',
    });
    try {
      await expectResponses(api);
      await until('the index is rebuilt', async () => {
        const { rows } = await client.query('SELECT FROM index_orders WHERE finished_at IS NULL');
        return rows.length === 0;
      });
      expect(await orders()).toEqual([{ kind: 'rebuild', succeeded: true, outcome: 'the index is new' }]);
      expect(await dumpIndex(database.url)).toEqual(await dumpIndex(today.database.url));
      await market.act();
      await untilLevel(client, fixture.client);
      await expectFreshIndex(database.url, fixture.anvil.rpcUrl);
      await expectResponses(api);
    } finally {
      await indexer.end();
      await api.close();
    }
  });

  async function expectResponses(api: RunningApi): Promise<void> {
    const [token] = market.tokens;
    for (const path of [
      '/apps',
      '/apps?sort=volume',
      `/apps/${token!}`,
      `/apps/${token!}/holders`,
      `/apps/${token!}/activity`,
      `/candles/${token!}?interval=1h`,
      `/curves/${token!}`,
      '/prices',
      '/leaderboards/creators',
      '/leaderboards/traders',
    ]) {
      const response = await api.get(path);
      expect([path, response.status]).toEqual([path, 200]);
    }
  }
});
