import { UnexplainedError } from '@slipway/chain';
import { expectFreshIndex } from '../support/expect-fresh-index.js';
import { IndexFixture, dumpFreshIndex, dumpIndex } from '../support/index-fixture.js';
import { insertQuietApps } from '../support/insert-quiet-apps.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { withClient } from '../support/pg-client.js';
import { StrictNode, type NodeLimits, type Refusal } from '../support/strict-node.js';

const refusal = (code: number, message: string): Refusal => ({ code, message });

const NO_RECEIPTS = refusal(-32_601, 'the method eth_getBlockReceipts does not exist');
const NO_RANGE = refusal(-32_005, 'query returned more than 20 results');
const TOO_LARGE = refusal(-32_600, 'Invalid Request');

/** More contracts than one filter may name. */
const APPS = 1_200;

/** What nodes are known to say, and to refuse. */
const NODES: readonly (readonly [what: string, limits: NodeLimits, finalityBlocks: number])[] = [
  [
    'bodies over 256 KB and filters of over 500 addresses',
    {
      bodyBytes: [256_000, 413],
      addresses: [500, refusal(-32_602, 'exceed max addresses or topics per search position')],
    },
    64,
  ],
  [
    'bodies over 5 KB, in the way of the local node',
    { bodyBytes: [5_000, TOO_LARGE], receipts: NO_RECEIPTS, anyAddress: NO_RANGE },
    64,
  ],
  ['bodies over 8 KB, at its front', { bodyBytes: [8_000, 413], receipts: NO_RECEIPTS }, 1],
  ['batches', { calls: [1, refusal(-32_600, 'batch requests are not supported')] }, 64],
  ['batches of more than five', { calls: [5, 400] }, 1],
  [
    'more than 40 addresses, in words of its own',
    {
      addresses: [40, refusal(-32_000, 'filter is too complex')],
      anyAddress: refusal(-32_602, 'address is required'),
      receipts: NO_RECEIPTS,
    },
    64,
  ],
  [
    'filters without an address, and receipts',
    {
      anyAddress: refusal(-32_602, 'missing address'),
      receipts: refusal(-32_004, 'method not supported'),
    },
    64,
  ],
  ['more than 20 logs at once', { logs: [20, NO_RANGE] }, 1],
  [
    'every range, not a block by its hash',
    { blocks: [1, refusal(-32_614, 'limited to a 1 block range')] },
    1,
  ],
];

/** For no reason that is known: what is refused so is asked again before less is. */
const UNEXPLAINED = /in the way of the local node|more than five|words of its own/;

/** None of them: how the index asks by itself is within these. */
const TAKEN = 'bodies over 256 KB and filters of over 500 addresses';

describe('an index of more apps than a filter may name', () => {
  let fixture: LaunchpadFixture;
  /** By the number of final blocks: which hashes are kept depends on it. */
  const fresh = new Map<number, Record<string, string[]>>();

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(15));
    await market.open(3);
    await market.act(25);
    await market.graduate(market.tokens[0]!);
    await market.launch(3);
    await market.act(15);
    for (const finalityBlocks of [1, 64])
      fresh.set(finalityBlocks, await dumpFreshIndex(fixture.anvil.rpcUrl, { finalityBlocks }, prepare));
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it.each(NODES)(
    'takes in the chain of a node that refuses %s, and repeats nothing',
    async (what, limits, finalityBlocks) => {
      const node = await StrictNode.start(fixture.anvil.rpcUrl, limits);
      const indexed = await IndexFixture.open(node.url, { finalityBlocks }, prepare);
      try {
        await indexed.catchUp((error) => error instanceof UnexplainedError);
        expect(await dumpIndex(indexed.database.url)).toEqual(fresh.get(finalityBlocks));
        if (UNEXPLAINED.test(what)) expect(node.repeated.length).toBeLessThan(40);
        // Where the head is, is asked each time.
        else expect(node.repeated.filter((asked) => !asked.includes('"latest"'))).toEqual([]);
        expect(node.seen.some((request) => request.refusal !== null)).toBe(what !== TAKEN);
      } finally {
        await indexed.close();
        await node.stop();
      }
    },
  );

  it('asks for receipts of the few blocks that may change, not for a thousand addresses in each', async () => {
    const node = await StrictNode.start(fixture.anvil.rpcUrl, {});
    const indexed = await IndexFixture.open(node.url, {}, prepare);
    try {
      await indexed.catchUp();
      const before = node.seen.length;
      await fixture.buy(fixture.trader(0), await launched(fixture), 10n ** 18n);
      await indexed.catchUp();
      const bytes = node.seen.slice(before).reduce((sum, request) => sum + request.bytes, 0);
      expect(bytes).toBeLessThan(100_000);
      await expectFreshIndex(indexed.database.url, fixture.anvil.rpcUrl, {}, prepare);
    } finally {
      await indexed.close();
      await node.stop();
    }
  });
});

function prepare(url: string): Promise<void> {
  return withClient(url, (client) => insertQuietApps(client, APPS));
}

function launched(fixture: LaunchpadFixture): Promise<`0x${string}`> {
  return fixture.launch(fixture.trader(1), { name: 'Late', symbol: 'LATE' });
}
