import { startChoosyNode } from '../support/choosy-node.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';

describe('a node that refuses large ranges', () => {
  let fixture: LaunchpadFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(31));
    await market.open(2);
    await market.act(40);
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it.each([
    'query returned more than 10000 results',
    'block range too large',
    'eth_getLogs is limited to a 10 block range',
  ])('is asked for half until it responds, and for more when it can: "%s"', async (message) => {
    const node = await startChoosyNode(fixture.anvil.rpcUrl, message);
    node.maxBlocks = 6;
    const indexed = await IndexFixture.open(node.url, { maxRange: 64, finalityBlocks: 1 });
    try {
      await indexed.catchUp();
      const asked = node.ranges.map(({ blocks }) => blocks);
      expect(asked.slice(0, 5)).toEqual([64, 32, 16, 8, 4]);
      // It grows back to what the node takes, and stops asking for more.
      expect(asked.slice(-3, -1)).toEqual([6, 6]);
      expect(node.ranges.filter(({ refused }) => refused).map(({ blocks }) => blocks)).toEqual([
        64, 32, 16, 8, 7,
      ]);
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });

  it('is asked for blocks by their hashes when it refuses a range of one', async () => {
    const node = await startChoosyNode(fixture.anvil.rpcUrl, 'block range too large');
    node.maxBlocks = 0;
    const indexed = await IndexFixture.open(node.url, { finalityBlocks: 1 });
    try {
      await indexed.catchUp();
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });
});
