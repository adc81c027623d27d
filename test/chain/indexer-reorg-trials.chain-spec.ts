import { setTimeout as sleep } from 'node:timers/promises';
import { NodeError } from '@slipway/chain';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { INDEXER_OPTIONS, IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { tellTrial, trials } from '../support/trials.js';

const MOMENTS = trials(1, 20);
const MOMENT_MS = 60;

describe('an index of a chain that is reorganised at any moment', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let indexed: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start([], { pastStates: 500 });
    market = new MarketActivity(fixture, seededRandom(83));
    await market.open(3);
    indexed = await IndexFixture.open(fixture.anvil.rpcUrl, { maxRange: 5 });
    await market.act(70);
    await indexed.catchUp();
  });

  afterAll(async () => {
    await indexed.close();
    await fixture.stop();
  });

  /** While the chain changes under it, a step fails with an error of the node, and with no other. */
  async function settle(): Promise<void> {
    for (;;) {
      const step = await indexed.indexer.step().catch((error: unknown) => {
        if (!(error instanceof NodeError)) throw error;
        return null;
      });
      if (step?.kind === 'level') return;
    }
  }

  it.each([1, 7, INDEXER_OPTIONS.finalityBlocks - 1])(
    `equals a fresh one, row for row, after reorganisations of depth %i at ${MOMENTS} random moments`,
    async (depth) => {
      for (let moment = 1; moment <= MOMENTS; moment += 1) {
        const seed = depth * 1_000 + moment;
        const random = seededRandom(seed);
        await settle();
        await market.act(8);
        const momentMs = random() * MOMENT_MS;
        const reorganising = sleep(momentMs).then(() => fixture.reorganise(depth));
        await settle();
        await reorganising;
        await market.act(2);
        await settle();
        await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
        tellTrial(
          `reorg of depth ${depth}, ${moment} of ${MOMENTS}, seed ${seed}, after ${momentMs.toFixed(1)} ms`,
        );
      }
    },
    1_200_000,
  );
});
