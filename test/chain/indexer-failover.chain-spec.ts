import type { Hash } from 'viem';
import { NodeError } from '@slipway/chain';
import { startFaultyNode, type FaultyNode } from '../support/faulty-node.js';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpIndex } from '../support/index-fixture.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { until } from '../support/until.js';

/** One that hangs is given up on soon. */
const NODE_OPTIONS = { timeoutMs: 2_000, attempts: 3, retryMs: 20 };

describe('an index of two nodes', () => {
  let fixture: LaunchpadFixture;
  let market: MarketActivity;
  let lagging: FaultyNode;
  let level: FaultyNode;
  let indexed: IndexFixture;

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    market = new MarketActivity(fixture, seededRandom(53));
    await market.open(2);
    await market.act(20);
    lagging = await startFaultyNode(fixture.anvil.rpcUrl);
    level = await startFaultyNode(fixture.anvil.rpcUrl);
    const urls = [lagging.url, level.url];
    const options = { maxRange: 10, finalityBlocks: 8 };
    indexed = await IndexFixture.open(urls, options, undefined, NODE_OPTIONS);
  });

  afterAll(async () => {
    await indexed.close();
    await Promise.all([lagging.stop(), level.stop()]);
    await fixture.stop();
  });

  async function expectFresh(): Promise<void> {
    await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl);
  }

  async function head(): Promise<number> {
    return Number(await fixture.client.getBlockNumber());
  }

  /** Highest block that a node was asked the logs of, by range or by hash. */
  async function highestLogs({ asked }: FaultyNode): Promise<number> {
    const filters = asked
      .filter(({ method }) => method === 'eth_getLogs')
      .map(({ params }) => params[0] as { toBlock: string } | { blockHash: Hash });
    const heights = await Promise.all(
      filters.map(async (filter) =>
        'toBlock' in filter
          ? Number(filter.toBlock)
          : Number((await fixture.client.getBlock({ blockHash: filter.blockHash })).number),
      ),
    );
    return Math.max(-1, ...heights);
  }

  it('never asks a node for logs of blocks that it does not have', async () => {
    // On a busy machine the other may be too slow for a moment.
    const isSlow = (error: unknown): boolean => error instanceof NodeError;
    lagging.headLimit = (await head()) - 12;
    await indexed.catchUp(isSlow);
    for (let i = 0; i < 5; i += 1) {
      await market.act();
      await indexed.catchUp(isSlow);
    }
    expect(await highestLogs(lagging)).toBeLessThanOrEqual(lagging.headLimit);
    expect(await highestLogs(level)).toBe(await head());
    await expectFresh();
  });

  it('waits, and goes on from where it was, while only the one that lags responds', async () => {
    const before = await dumpIndex(indexed.database.url);
    const asked = lagging.asked.length;
    level.choose = () => 'http-500';
    await market.act();
    for (let i = 0; i < 3; i += 1) await indexed.indexer.step().catch(expectNodeError);
    expect(await dumpIndex(indexed.database.url)).toEqual(before);
    expect(lagging.asked.length).toBeGreaterThan(asked);
    expect(await highestLogs(lagging)).toBeLessThanOrEqual(lagging.headLimit!);
  });

  it.each(['http-500', 'http-429', 'hang', 'truncated-json', 'wrong-chain-id'] as const)(
    'goes over to the other node when one fails with %s, and no row differs',
    async (fault) => {
      lagging.headLimit = null;
      for (const [broken, other] of [
        [level, lagging],
        [lagging, level],
      ] as const) {
        broken.choose = () => fault;
        other.choose = () => null;
        await market.act(3);
        // The pool hears of new heads in the background, at its own pace: until then catching up may fail.
        await until('the index is level', async () => {
          const isDone = await indexed.catchUp().then(
            () => true,
            () => false,
          );
          return isDone && (await indexedBlock()) === (await head());
        });
      }
      await expectFresh();
    },
  );

  async function indexedBlock(): Promise<number> {
    const { head: rows } = await dumpIndex(indexed.database.url);
    return (JSON.parse(rows?.[0] ?? '{}') as { block_number: number }).block_number;
  }
});

function expectNodeError(error: unknown): void {
  expect(error).toBeInstanceOf(NodeError);
}
