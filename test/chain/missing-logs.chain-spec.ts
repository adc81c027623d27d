import { numberToHex, type Hex } from 'viem';
import {
  ChainNode,
  EVENT_TOPICS,
  InconsistentNodeError,
  type BlockHeader,
  toDecodedLog,
  type RawLog,
} from '@slipway/chain';
import { toAddress } from '@slipway/domain';
import { checkBlooms } from '../../apps/indexer/src/ingest/check-blooms.js';
import { fixedContracts } from '../../apps/indexer/src/registry/fixed-contracts.js';
import { RangeLogs } from '../../apps/indexer/src/ingest/range-logs.js';
import { LogReader } from '../../apps/indexer/src/ingest/read-logs.js';
import { RespondingNode, BLOCK_5 } from '../support/responding-node.js';

/** A bloom so full that it says yes to everything, as those of busy blocks do. */
const HEADER: BlockHeader = {
  number: 5,
  hash: BLOCK_5.hash as Hex,
  parentHash: BLOCK_5.parentHash as Hex,
  timestamp: 1,
  logsBloom: `0x${'f'.repeat(512)}`,
};

const CONTRACTS = Array.from({ length: 300 }, (_, i) => toAddress(numberToHex(i + 1, { size: 20 })));

const LOG = {
  address: CONTRACTS[7],
  topics: [EVENT_TOPICS[0]],
  data: '0x',
  blockNumber: '0x5',
  blockHash: HEADER.hash,
  transactionHash: HEADER.hash,
  logIndex: '0x0',
};

async function logsOf(came: readonly RawLog[]): Promise<RangeLogs> {
  const logs = new RangeLogs({ from: 5, to: 5 }, fixedContracts(CONTRACTS, EVENT_TOPICS));
  await logs.add(CONTRACTS, came.map(toDecodedLog));
  logs.completeUpTo(CONTRACTS.length);
  return logs;
}

const readerOf = (node: ChainNode): LogReader => new LogReader(node);

/** No log of the block came with its range. */
describe('a block without logs of ours, whose bloom says nothing', () => {
  let server: RespondingNode;
  let node: ChainNode;
  let logs: RangeLogs;

  beforeEach(async () => {
    server = await RespondingNode.start();
    node = new ChainNode([server.url], 1, { timeoutMs: 2_000, attempts: 1, retryMs: 1 });
    await node.latest();
    server.asked.length = 0;
    logs = await logsOf([]);
  });

  afterEach(() => server.stop());

  const check = (isFinal: boolean): Promise<void> =>
    checkBlooms(readerOf(node), { headers: [HEADER], logs, isFinal });

  const hasLog = (): void => {
    server.logs = ({ blockHash }) => ({ result: blockHash === HEADER.hash ? [LOG] : [] });
  };

  it('is asked for by its hash when it is final, and believed', async () => {
    await check(true);
    expect(server.asked).toEqual(['eth_getLogs']);
  });

  it('stops the range when it has one by its hash', async () => {
    hasLog();
    await expect(check(true)).rejects.toThrow(InconsistentNodeError);
  });

  it('stops the range when it may change and its receipts have one', async () => {
    server.receipts = { result: [{ blockHash: HEADER.hash, logs: [LOG] }] };
    await expect(check(false)).rejects.toThrow('block 5 has 1 logs of ours, 0 came');
    expect(server.asked).toEqual(['eth_getBlockReceipts']);
  });

  it.each([
    { code: -32_601, message: 'the method does not exist' },
    { code: -32_004, message: 'method not supported' },
    { code: -32_000, message: 'pruned history unavailable' },
  ])('is asked for by its hash when the node has no receipts: $message', async (error) => {
    server.receipts = { error };
    await check(false);
    hasLog();
    await expect(check(false)).rejects.toThrow('block 5 has 1 logs of ours, 0 came');
  });
});

describe('a block that gave a thousand logs', () => {
  it('is proved by its receipts: the response may have been cut', async () => {
    const server = await RespondingNode.start();
    const node = new ChainNode([server.url], 1, { timeoutMs: 2_000, attempts: 1, retryMs: 1 });
    await node.latest();
    const all = Array.from({ length: 1_001 }, (_, i) => ({ ...LOG, logIndex: numberToHex(i) }));
    const logs = await logsOf(all.slice(0, 1_000) as unknown as RawLog[]);
    const read = { headers: [HEADER], logs, isFinal: true };
    server.receipts = { result: [{ blockHash: HEADER.hash, logs: all }] };
    await expect(checkBlooms(readerOf(node), read)).rejects.toThrow(
      'block 5 has 1001 logs of ours, 1000 came',
    );
    server.receipts = { result: [{ blockHash: HEADER.hash, logs: all.slice(0, 1_000) }] };
    await checkBlooms(readerOf(node), read);
    await server.stop();
  });
});
