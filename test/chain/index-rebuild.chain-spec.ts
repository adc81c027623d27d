import type pg from 'pg';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { openClient } from '../support/pg-client.js';
import { until } from '../support/until.js';

describe('an index that is built anew', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;
  let client: pg.Client;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(83));
    await market.open(2);
    await market.act(10);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
    client = await openClient(indexed.database.url);
  });

  afterAll(async () => {
    await client.end();
    await indexed.close();
    await fixture.stop();
  });

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  }

  /** Grows with each index that takes the place of another. */
  async function revision(): Promise<number> {
    const { rows } = await client.query<{ revision: string }>('SELECT revision FROM catalog');
    return Number(rows[0]?.revision);
  }

  it('takes its place without statistics, when a table is locked against collecting them', async () => {
    const before = await revision();
    await client.query('BEGIN; LOCK TABLE chain.candles IN SHARE UPDATE EXCLUSIVE MODE');
    const told = expect(indexed.rebuild()).rejects.toThrow('due to lock timeout');
    await until('the served index is replaced', async () => (await revision()) > before);
    await client.query('ROLLBACK');
    await told;
    const { rows } = await client.query("SELECT to_regnamespace('chain_old') AS replaced");
    expect(rows).toEqual([{ replaced: null }]);
    await expectFresh();
  });

  it('does not take the place of one that it ends below, unless that one is halted', async () => {
    await fixture.undone(async () => {
      for (let i = 0; i < 6; i += 1) await market.publishPrice(BigInt(100_000_000 + i));
      await indexed.catchUp();
    });
    const served = await dumpIndex(indexed.database.url);
    await expect(indexed.rebuild()).rejects.toThrow('the rebuilt index ends below the one that is served');
    expect(await dumpIndex(indexed.database.url)).toEqual(served);
    await client.query(`UPDATE index_writer SET halted_reason = 'the chain is another'`);
    await indexed.rebuild();
    await expectFresh();
  });
});
