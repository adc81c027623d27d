import { NodeError, UnprovedBlockError } from '@slipway/chain';
import { startFaultyNode } from '../support/faulty-node.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';

describe('an index of a faulty node', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(41));
    await market.open(3);
    await market.act(30);
    await market.graduate(market.tokens[1]!);
    await market.act(20);
  });

  afterAll(async () => {
    await fixture.stop();
  });

  describe.each([
    ['final', 1],
    ['that may change', 1_000],
  ])('blocks %s', (_blocks, finalityBlocks) => {
    it.each(['missing-logs', 'missing-logs-and-receipts'] as const)(
      'have their logs by receipts while %s lasts',
      async (fault) => {
        const node = await startFaultyNode(fixture.anvil.rpcUrl);
        const options = { maxRange: 1_000, finalityBlocks };
        const indexed = await IndexFixture.open(node.url, options, undefined, { attempts: 2, retryMs: 1 });
        try {
          node.choose = () => fault;
          await indexed.catchUp((error) => error instanceof NodeError);
          expect(node.done.get(fault)).toBeGreaterThanOrEqual(1);
          await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
        } finally {
          await indexed.close();
          await node.stop();
        }
      },
    );

    it.each(['no-hex', 'foreign-block-hash', 'wrong-parent', 'null-logs', 'gap'] as const)(
      'are never advanced past %s for as long as it lasts',
      async (fault) => {
        const node = await startFaultyNode(fixture.anvil.rpcUrl);
        const nodeOptions = { attempts: 2, retryMs: 1 };
        const options = { maxRange: 1_000, finalityBlocks };
        const indexed = await IndexFixture.open(node.url, options, undefined, nodeOptions);
        try {
          node.choose = () => fault;
          for (let i = 0; i < 3; i += 1)
            await expect(indexed.indexer.step()).rejects.toBeInstanceOf(NodeError);
          expect((await dumpIndex(indexed.database.url))['head']).toEqual([]);
          expect(node.done.get(fault)).toBeGreaterThanOrEqual(3);
        } finally {
          await indexed.close();
          await node.stop();
        }
      },
    );
  });

  it('stands before the first block whose logs and receipts are missing, and says why', async () => {
    const node = await startFaultyNode(fixture.anvil.rpcUrl);
    const indexed = await IndexFixture.open(node.url, {}, undefined, { attempts: 2, retryMs: 1 });
    try {
      node.choose = () => 'missing-logs-and-all-receipts';
      const failure = await indexed.catchUp().catch((error: unknown) => error as UnprovedBlockError);
      if (!(failure instanceof UnprovedBlockError)) throw new Error('nothing is in doubt');
      const { head, trades } = await dumpIndex(indexed.database.url);
      expect(head?.[0]).toContain(`"block_number": ${failure.block - 1}`);
      expect(trades).toEqual([]);
      expect(failure.message).toMatch(/^the logs of block \d+ are not proved: .*receipts/i);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });
});
