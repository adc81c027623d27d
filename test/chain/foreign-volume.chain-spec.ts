import { numberToHex, padHex, toEventSelector } from 'viem';
import { indexedBlock } from '../support/index-level.js';
import { dumpFreshIndex, dumpIndex } from '../support/index-fixture.js';
import { IndexerProcess } from '../support/indexer-process.js';
import { insertQuietApps } from '../support/insert-quiet-apps.js';
import { LaunchpadFixture } from '../support/launchpad-fixture.js';
import { MarketActivity, seededRandom } from '../support/market-activity.js';
import { peakMb } from '../support/peak-mb.js';
import { withClient } from '../support/pg-client.js';
import { createTestDatabase } from '../support/postgres.js';
import { trials } from '../support/trials.js';
import { StrictNode, type FloodedBlock, type NodeLimits } from '../support/strict-node.js';
import { until } from '../support/until.js';

/** More contracts than one filter may name: whole blocks are cheaper than filters. */
const APPS = 1_200;

/** Of the newest blocks, so many have foreign logs: as many as are read at once. */
const FLOODED = 8;

/** The indexer refuses longer responses: 32 MiB. */
const ABOVE_LIMIT = 56_000;
const BELOW_LIMIT = 44_000;

const MAX_MB = 1_024;

const FIRST_INDEX = 10_000;
const TRANSFER = toEventSelector('Transfer(address,address,uint256)');

const NO_RECEIPTS: NodeLimits = {
  receipts: { code: -32_601, message: 'the method eth_getBlockReceipts does not exist' },
};

/** Each takes half a minute of both cores: all but the first two of them by `npm run test:trials`. */
const FLOODS: readonly (readonly [what: string, logs: number, limits: NodeLimits, finality: number])[] = [
  ['receipts that fill a response', BELOW_LIMIT, {}, 64],
  ['receipts and blocks by topic above the longest response', ABOVE_LIMIT, {}, 64],
  ['blocks by topic that fill a response', BELOW_LIMIT, NO_RECEIPTS, 64],
  ['final blocks by topic above the longest response', ABOVE_LIMIT, NO_RECEIPTS, 1],
];

describe('blocks full of the logs of other contracts', () => {
  let fixture: LaunchpadFixture;
  const fresh = new Map<number, Record<string, string[]>>();

  beforeAll(async () => {
    fixture = await LaunchpadFixture.start();
    const market = new MarketActivity(fixture, seededRandom(16));
    await market.open(3);
    await market.act(40);
    for (const finalityBlocks of [1, 64])
      fresh.set(finalityBlocks, await dumpFreshIndex(fixture.anvil.rpcUrl, { finalityBlocks }, prepare));
  });

  afterAll(async () => {
    await fixture.stop();
  });

  it.each(FLOODS.slice(0, trials(2, FLOODS.length)))(
    'are indexed in bounded memory: %s',
    async (_what, logs, limits, finality) => {
      const database = await createTestDatabase();
      await prepare(database.url);
      const node = await StrictNode.start(fixture.anvil.rpcUrl, limits);
      node.flooded = await newestBlocks(logs);
      const head = node.flooded[0]?.number;
      const indexer = IndexerProcess.start({
        RPC_URL: node.url,
        DATABASE_URL: database.url,
        FINALITY: String(finality),
      });
      try {
        await until(
          'the index is level',
          async () => (await withClient(database.url, indexedBlock)) === head,
        );
        expect(peakMb(indexer.pid)).toBeLessThan(MAX_MB);
        expect(await dumpIndex(database.url)).toEqual(fresh.get(finality));
        expect(node.repeated).toEqual([]);
      } finally {
        await indexer.end();
        await node.stop();
        await database.drop();
      }
    },
  );

  async function newestBlocks(logs: number): Promise<FloodedBlock[]> {
    const head = await fixture.client.getBlockNumber();
    const numbers = Array.from({ length: FLOODED }, (_, i) => head - BigInt(i));
    const blocks = await Promise.all(numbers.map((blockNumber) => fixture.client.getBlock({ blockNumber })));
    return blocks.map(({ number, hash }) => ({
      number: Number(number),
      hash,
      logs: () => transfers(logs, { blockNumber: numberToHex(number), blockHash: hash }),
    }));
  }
});

function prepare(url: string): Promise<void> {
  return withClient(url, (client) => insertQuietApps(client, APPS));
}

/** Of a token that the launchpad does not know, as JSON. */
function transfers(logs: number, block: Readonly<Record<string, string>>): string {
  const account = padHex('0xf0', { size: 32 });
  const [before = '', after = ''] = JSON.stringify({
    ...block,
    address: padHex('0xf1', { size: 20 }),
    topics: [TRANSFER, account, account],
    data: padHex('0x1', { size: 32 }),
    transactionHash: padHex('0xf2', { size: 32 }),
    transactionIndex: '0x0',
    logIndex: 'INDEX',
    removed: false,
  }).split('INDEX');
  return Array.from(
    { length: logs },
    (_, i) => `${before}0x${(FIRST_INDEX + i).toString(16)}${after}`,
  ).join();
}
