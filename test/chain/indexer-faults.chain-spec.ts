import { NodeError, UnprovedBlockError } from '@slipway/chain';
import { FAULTS, failing, startFaultyNode, type FaultyNode } from '../support/faulty-node.js';
import { mixFaults } from '../support/fault-mix.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { tellTrial, trials } from '../support/trials.js';

const MIXES = trials(3, 50);

/** A node that hangs is given up on after so long, twice a step. A slow response fails a step too, which is tried again. */
const TIMEOUT_MS = 300;

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

  /** Steps until level, through every failure; each failed step must leave head and rows as they were. */
  async function catchUp(indexed: IndexFixture): Promise<NodeError[]> {
    const failures: NodeError[] = [];
    for (;;) {
      try {
        const step = await indexed.indexer.step();
        if (step.kind === 'level') return failures;
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        failures.push(error);
        if (failures.length > 200) throw error;
      }
    }
  }

  describe.each(FAULTS)('%s', (fault) => {
    let node: FaultyNode;
    let indexed: IndexFixture;

    beforeAll(async () => {
      node = await startFaultyNode(fixture.anvil.rpcUrl);
      indexed = await IndexFixture.open(node.url, { maxRange: 20, finalityBlocks: 16 }, undefined, {
        timeoutMs: TIMEOUT_MS,
        attempts: 2,
        retryMs: 1,
      });
    });

    afterAll(async () => {
      await indexed.close();
      await node.stop();
    });

    it('keeps the index at what is proved, and from a fresh one no row differs when it is over', async () => {
      node.choose = failing(fault, node, 3);
      await catchUp(indexed);
      // In the middle of the way as well as at the head, where blocks may still change.
      node.done.clear();
      await market.act(6);
      await catchUp(indexed);
      // A head that went back was believed: there was nothing in it to doubt.
      node.choose = () => null;
      await catchUp(indexed);
      expect(node.done.get(fault)).toBeGreaterThanOrEqual(1);
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    });
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
          await catchUp(indexed);
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
        const nodeOptions = { timeoutMs: 1_000, attempts: 2, retryMs: 1 };
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
      expect(failure.message).toMatch(/^the logs of block \d+ are not proved: .*receipts/);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });

  it.each(Array.from({ length: MIXES }, (_, i) => i + 1))(
    'equals a fresh index after a random mix of faults and reorganisations, seed %i',
    async (seed) => {
      const { done, failures } = await mixFaults(fixture, market, seed);
      tellTrial(`mix ${seed} of ${MIXES}: ${failures} failed steps of ${JSON.stringify([...done])}`);
      expect([...done.values()].reduce((a, b) => a + b, 0)).toBeGreaterThan(2);
    },
  );
});
