import { FinalityViolationError } from '../../apps/indexer/src/rollback/resolve-fork.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';

const DAY = 86_400;

describe('the index of a reorganised chain', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(11));
    await market.open(4);
    await market.act(60);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl);
    await indexed.catchUp();
  });

  afterAll(async () => {
    await indexed.close();
    await fixture.stop();
  });

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  }

  it('has rows in every table, so that comparing them means something', async () => {
    await market.graduate(market.tokens[0]!);
    await fixture.client.increaseTime({ seconds: DAY });
    await market.act(40);
    await indexed.catchUp();
    const dump = await dumpIndex(indexed.database.url);
    const empty = Object.entries(dump).filter(([, rows]) => rows.length === 0);
    // Rewards, shared trades, round trips and fees that change are compared in suites of their own.
    const elsewhere = /^(reward_|trade_shares$|curve_fees$|round_trips$)/;
    expect(empty.filter(([table]) => !elsewhere.test(table))).toEqual([]);
    expect(dump['trades']!.some((row) => row.includes('"in_pool": true'))).toBe(true);
    await expectFresh();
  });

  it.each([1, 7])('equals a fresh index, row for row, after a reorg of depth %i', async (depth) => {
    await market.act(12);
    await indexed.catchUp();
    await fixture.client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    await market.act(3);
    const steps = await indexed.catchUp();
    expect(steps.map((step) => step.kind)).toContain('rolled-back');
    await expectFresh();
  });

  it('equals a fresh index after a reorg that undoes a launch, a graduation and prices of the feed', async () => {
    const token = await market.launch(7);
    await market.publishPrice(123_456_789n);
    await market.graduate(token);
    await indexed.catchUp();
    // Launch and its approvals, price and graduation: all of them go.
    await fixture.client.request({ method: 'anvil_reorg', params: [14, []] } as never);
    market.tokens.pop();
    await market.act();
    await indexed.catchUp();
    const { rowCount } = await withClient(indexed.database.url, (client) =>
      client.query('SELECT FROM chain.app_rows WHERE token = $1', [token]),
    );
    expect(rowCount).toBe(0);
    await expectFresh();
  });

  it('equals a fresh index after a reorg that undoes the end of a day', async () => {
    await market.act(12);
    await indexed.catchUp();
    const id = await fixture.client.snapshot();
    await fixture.client.increaseTime({ seconds: DAY });
    await market.act();
    await indexed.catchUp();
    await fixture.client.revert({ id });
    // Empty blocks: the windows of a day move back, and nothing comes in.
    await fixture.client.mine({ blocks: 6 });
    await indexed.catchUp();
    await market.act();
    await indexed.catchUp();
    await expectFresh();
  });

  it('equals a fresh index after a chain that came back shorter', async () => {
    const id = await fixture.client.snapshot();
    await market.act(6);
    await indexed.catchUp();
    await fixture.client.revert({ id });
    await market.act();
    await indexed.catchUp();
    await expectFresh();
  });

  it('stops before it rewrites a block that was final', async () => {
    const shallow = await IndexFixture.open(fixture.anvil.rpcUrl, { finalityBlocks: 3 });
    try {
      for (let i = 0; i < 8; i += 1) await market.publishPrice(BigInt(100_000_000 + i));
      await shallow.catchUp();
      const before = await dumpIndex(shallow.database.url);
      await fixture.client.request({ method: 'anvil_reorg', params: [6, []] } as never);
      await market.publishPrice(99_000_000n);
      await expect(shallow.catchUp()).rejects.toThrow(FinalityViolationError);
      expect(await dumpIndex(shallow.database.url)).toEqual(before);
    } finally {
      await shallow.close();
    }
  });

  it('stops before it rewrites a block that was final when the chain was longer', async () => {
    const shallow = await IndexFixture.open(fixture.anvil.rpcUrl, { finalityBlocks: 8 });
    try {
      for (let i = 0; i < 8; i += 1) await market.publishPrice(BigInt(110_000_000 + i));
      const id = await fixture.client.snapshot();
      for (let i = 0; i < 6; i += 1) await market.publishPrice(BigInt(120_000_000 + i));
      await shallow.catchUp();
      await fixture.client.revert({ id });
      await market.publishPrice(130_000_000n);
      expect((await shallow.catchUp()).map(({ kind }) => kind)).toContain('rolled-back');
      await fixture.reorganise(5);
      await market.publishPrice(99_000_000n);
      await expect(shallow.catchUp()).rejects.toThrow(FinalityViolationError);
    } finally {
      await shallow.close();
    }
  });
});
