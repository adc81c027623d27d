import { NodeError } from '@slipway/chain';
import { FAULTS, failingAtRandom, startFaultyNode, type Fault } from './faulty-node.js';
import { expectFreshIndex } from './expect-fresh-index.js';
import { IndexFixture } from './index-fixture.js';
import type { LaunchpadFixture } from './launchpad-fixture.js';
import { seededRandom, type MarketActivity } from './market-activity.js';

const MAX_FAILURES = 500;

/**
 * Indexes a chain through a node that fails at random, while the chain goes on and is reorganised. Then waits for the faults to
 * end. Fails unless every table is, row for row, what a fresh index has.
 *
 * @returns the faults that were done, with how often
 */
export async function mixFaults(
  fixture: LaunchpadFixture,
  market: MarketActivity,
  seed: number,
): Promise<{ readonly done: ReadonlyMap<Fault, number>; readonly failures: number }> {
  const random = seededRandom(seed);
  const node = await startFaultyNode(fixture.anvil.rpcUrl);
  // Blocks of both kinds, final ones and those that may change.
  const options = { maxRange: 1 + Math.floor(random() * 12), finalityBlocks: 16 };
  const indexed = await IndexFixture.open(node.url, options, undefined, {
    timeoutMs: 250,
    attempts: 3,
    retryMs: 1,
  });
  let failures = 0;
  const settle = async (): Promise<void> => {
    for (;;) {
      try {
        if ((await indexed.indexer.step()).kind === 'level') return;
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        failures += 1;
        if (failures > MAX_FAILURES) throw error;
      }
    }
  };
  try {
    node.choose = failingAtRandom(random, 0.15 + random() * 0.3, FAULTS);
    await settle();
    for (let round = 0; round < 4; round += 1) {
      const acts = 1 + Math.floor(random() * 5);
      await market.act(acts);
      if (random() < 0.4) await fixture.reorganise(1 + Math.floor(random() * acts));
      await settle();
    }
    node.choose = () => null;
    await settle();
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    return { done: node.done, failures };
  } finally {
    await indexed.close();
    await node.stop();
  }
}
