import { numberToHex, type Hex } from 'viem';
import { ChainNode, EVENT_TOPICS, InconsistentNodeError, type BlockHeader } from '#chain';
import { toAddress } from '#values';
import { checkBlooms } from '../../apps/indexer/src/ingest/check-blooms.js';
import { RangeLogs } from '../../apps/indexer/src/ingest/range-logs.js';
import { AnsweringNode, BLOCK_5 } from '../support/answering-node.js';

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

/** No log of the block came with its range. */
describe('a block without logs of ours, whose bloom says nothing', () => {
  let server: AnsweringNode;
  let node: ChainNode;
  let logs: RangeLogs;

  beforeEach(async () => {
    server = await AnsweringNode.start();
    node = new ChainNode([server.url], 1, { timeoutMs: 2_000, attempts: 1, retryMs: 1 });
    await node.latest();
    server.asked.length = 0;
    logs = new RangeLogs({ from: 5, to: 5 });
    logs.add(CONTRACTS, []);
  });

  afterEach(() => server.stop());

  const check = (isFinal: boolean): Promise<void> =>
    checkBlooms(node, { range: logs.range, headers: [HEADER], logs, isFinal });

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

  it('stops the range when the node has no receipts and one log by its hash', async () => {
    server.receipts = { error: { code: -32_601, message: 'the method does not exist' } };
    hasLog();
    await expect(check(false)).rejects.toThrow('block 5 has 1 logs of ours, 0 came');
  });
});
