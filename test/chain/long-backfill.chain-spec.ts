import pg from 'pg';
import { askAgain } from '../support/ask-again.js';
import { IndexFixture, dumpFreshIndex, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase } from '../support/postgres.js';
import { startApi } from '../support/running-api.js';

/** More than are left for the end: keys are worth deferring. */
const QUIET_BLOCKS = 600;

describe('a backfill of many blocks', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let short: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(18));
    await market.open(3);
    await market.graduate(market.tokens[0]!);
    // This index is level before there are many blocks: its sums move with each batch, and its keys stay.
    short = await IndexFixture.open(fixture.anvil.rpcUrl);
    await short.catchUp();
    for (let i = 0; i < 20; i += 1) {
      await market.act();
      if (i % 5 === 0) await short.catchUp();
    }
    await fixture.client.mine({ blocks: QUIET_BLOCKS });
    await market.act(5);
    await short.catchUp();
  });

  afterAll(async () => {
    await short.close();
    await fixture.stop();
  });

  const indexesOf = (url: string): Promise<string[]> =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ definition: string }>(
        `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'chain' ORDER BY indexname`,
      );
      return rows.map(({ definition }) => definition);
    });

  it('builds keys and sums at its end, and is served from then on', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    const { url } = indexed.database;
    const api = await startApi(url);
    try {
      const all = await indexesOf(url);
      expect((await indexed.indexer.step()).kind).toBe('advanced');
      expect((await indexesOf(url)).length).toBeLessThan(all.length / 2);
      expect((await api.get('/apps')).status).toBe(503);
      const steps = (await indexed.catchUp()).map(({ kind }) => kind);
      expect(steps.filter((kind) => kind === 'built-key').length).toBeGreaterThan(all.length / 2);
      expect(await indexesOf(url)).toEqual(all);
      expect(await dumpIndex(url)).toEqual(await dumpIndex(short.database.url));
      const served = await askAgain(() => api.get('/apps'));
      expect(served.status).toBe(200);
    } finally {
      await api.close();
      await indexed.close();
    }
  });

  it('goes on with what is left after it failed at a key, and after its process ended', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    const { url } = indexed.database;
    try {
      let built = 0;
      while (built < 3) if ((await indexed.indexer.step()).kind === 'built-key') built += 1;
      await withClient(url, async (client) => {
        await client.query('BEGIN; LOCK TABLE chain.trades IN ACCESS EXCLUSIVE MODE');
        await expect(stepUntilError(indexed)).rejects.toThrow(pg.DatabaseError);
        await client.query('ROLLBACK');
      });
      indexed.indexer.forget();
      await indexed.catchUp();
      expect(await dumpIndex(url)).toEqual(await dumpIndex(short.database.url));
      const fresh = await createTestDatabase();
      expect(await indexesOf(url)).toEqual(await indexesOf(fresh.url));
      await fresh.drop();
    } finally {
      await indexed.close();
    }
  });

  it('may be taken back before its keys are there: they are built for it', async () => {
    const indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    const { url } = indexed.database;
    try {
      const all = await indexesOf(url);
      const step = await indexed.indexer.step();
      expect((await indexesOf(url)).length).toBeLessThan(all.length / 2);
      await indexed.rewind(step.kind === 'advanced' ? step.block - 10 : 0);
      expect(await indexesOf(url)).toEqual(all);
      await indexed.catchUp();
      expect(await dumpIndex(url)).toEqual(await dumpIndex(short.database.url));
    } finally {
      await indexed.close();
    }
  });

  it('is the same when it is a rebuild, of which no key is left behind', async () => {
    const before = await indexesOf(short.database.url);
    await short.rebuild();
    await short.catchUp();
    expect(await indexesOf(short.database.url)).toEqual(before);
    expect(await dumpIndex(short.database.url)).toEqual(await dumpFreshIndex(fixture.anvil.rpcUrl));
  });
});

async function stepUntilError(indexed: IndexFixture): Promise<void> {
  for (;;) await indexed.indexer.step();
}
