import { UnexplainedError } from '@slipway/chain';
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
    ['query returned more than 10000 results', [64, 32, 16, 8, 4], [64, 32, 16, 8, 7]],
    ['block range too large', [64, 32, 16, 8, 4], [64, 32, 16, 8, 7]],
    // What it names is asked for first, and is no promise.
    ['eth_getLogs is limited to a 10 block range', [64, 10, 5, 7, 5], [64, 10, 7]],
    ['eth_getLogs is limited to a 6 block range', [64, 6, 6, 6, 6], [64]],
  ])(
    'is asked for less until it responds, and for more when it can: "%s"',
    async (message, first, refused) => {
      const node = await startChoosyNode(fixture.anvil.rpcUrl, message);
      node.maxBlocks = 6;
      const indexed = await IndexFixture.open(node.url, { maxRange: 64, finalityBlocks: 1 });
      try {
        await indexed.catchUp();
        const asked = node.ranges.map(({ blocks }) => blocks);
        expect(asked.slice(0, 5)).toEqual(first);
        // It grows back to what the node takes, and stops asking for more.
        expect(asked.slice(-3, -1)).toEqual([6, 6]);
        expect(node.ranges.filter((range) => range.refused).map(({ blocks }) => blocks)).toEqual(refused);
        await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
      } finally {
        await indexed.close();
        await node.stop();
      }
    },
  );

  it('is asked again before it is asked for less, when it says nothing that is known', async () => {
    const node = await startChoosyNode(fixture.anvil.rpcUrl, 'the goblins are on strike');
    node.maxBlocks = 6;
    const indexed = await IndexFixture.open(node.url, { maxRange: 64, finalityBlocks: 1 });
    try {
      await indexed.catchUp((error) => error instanceof UnexplainedError);
      expect(node.ranges.slice(0, 4).map(({ blocks }) => blocks)).toEqual([64, 64, 64, 16]);
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
