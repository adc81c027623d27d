import { numberToHex, type Hex } from 'viem';
import { ChainNode, toRawLog, type BlockHeader } from '@slipway/chain';
import { slipway } from '@slipway/protocols/slipway';
import { toAddress } from '@slipway/domain';
import { fixedContracts } from '../../apps/indexer/src/registry/fixed-contracts.js';
import { RangeLogs } from '../../apps/indexer/src/ingest/range-logs.js';
import { RangeReader } from '../../apps/indexer/src/ingest/read-range.js';
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
  topics: [slipway.events.topics[0]],
  data: '0x',
  blockNumber: '0x5',
  blockHash: HEADER.hash,
  transactionHash: HEADER.hash,
  logIndex: '0x0',
};

/** None of its responses is late, but on a machine with other suites. */
const NODE_OPTIONS = { timeoutMs: 60_000, attempts: 1, retryMs: 1 };

const NO_METHOD = { error: { code: -32_601, message: 'the method does not exist' } };

const receiptOf = (...logs: readonly unknown[]): unknown => ({
  blockHash: HEADER.hash,
  transactionHash: HEADER.hash,
  logs,
});

async function logsOf(came: readonly unknown[]): Promise<RangeLogs> {
  const logs = new RangeLogs({ from: 5, to: 5 }, fixedContracts(CONTRACTS, slipway.events));
  const raw = came.map(toRawLog).filter((log) => log !== null);
  await logs.add(CONTRACTS, raw.map(slipway.events.toDecodedLog));
  logs.completeUpTo(CONTRACTS.length);
  return logs;
}

describe('a block whose bloom says nothing', () => {
  let server: RespondingNode;
  let node: ChainNode;

  beforeEach(async () => {
    server = await RespondingNode.start();
    server.newest = { result: { ...BLOCK_5, logsBloom: HEADER.logsBloom } };
    node = new ChainNode([server.url], 1, NODE_OPTIONS);
    await node.latest();
    server.asked.length = 0;
  });

  afterEach(() => server.stop());

  /** How many logs of ours it has, when it is complete. */
  const complete = async (isFinal: boolean, came: readonly unknown[] = []): Promise<number> => {
    const logs = await logsOf(came);
    await new RangeReader(node).complete({ headers: [HEADER], logs, isFinal });
    return logs.blocks.get(5)?.indices.size ?? 0;
  };

  const hasLog = (): void => {
    server.logs = ({ blockHash }) => ({ result: blockHash === HEADER.hash ? [LOG] : [] });
  };

  it('is asked for by its hash when it is final and gave nothing, and believed', async () => {
    expect(await complete(true)).toBe(0);
    expect(server.asked).toEqual(['eth_getLogs']);
  });

  it('is proved by its receipts when it has a log by its hash', async () => {
    hasLog();
    server.receipts = { result: [receiptOf(LOG)] };
    expect(await complete(true)).toBe(1);
  });

  it('is proved by its receipts when it may change', async () => {
    server.receipts = { result: [receiptOf(LOG)] };
    expect(await complete(false)).toBe(1);
    expect(server.asked).toEqual(['eth_getBlockByHash', 'eth_getBlockReceipts', 'eth_getBlockByNumber']);
  });

  it.each([
    ['no such method', NO_METHOD],
    ['not supported', { error: { code: -32_004, message: 'method not supported' } }],
    ['pruned', { error: { code: -32_000, message: 'pruned history unavailable' } }],
    ['too large', { error: { code: -32_000, message: 'response too large' } }],
    ['an empty list though there is a transaction', { result: [] }],
    ['one of another block', { result: [{ blockHash: `0x${'cd'.repeat(32)}`, logs: [] }] }],
    ['an index left out', { result: [receiptOf({ ...LOG, logIndex: '0x1' })] }],
  ])('is proved by receipts of its transactions where its own are %s', async (_, receipts) => {
    server.receipts = receipts;
    server.receipt = { result: receiptOf(LOG) };
    expect(await complete(false)).toBe(1);
  });

  it('is not believed to be empty by the same index of logs asked once more, where there are no receipts', async () => {
    server.receipts = NO_METHOD;
    await expect(complete(false)).rejects.toThrow('the logs of block 5 are not proved');
  });

  it('is believed of two nodes that agree for a minute, where there are no receipts', async () => {
    const second = await RespondingNode.start();
    for (const one of [server, second]) one.receipts = NO_METHOD;
    second.newest = server.newest;
    node = new ChainNode([server.url, second.url], 1, NODE_OPTIONS);
    await node.latest();
    const reader = new RangeReader(node);
    const step = async (): Promise<unknown> =>
      reader.complete({ headers: [HEADER], logs: await logsOf([]), isFinal: false });
    const { now } = Date;
    try {
      await expect(step()).rejects.toThrow('two nodes agree since 0 s');
      Date.now = () => now() + 61_000;
      await node.latest();
      await step();
      second.logs = () => ({ result: [LOG] });
      await expect(step()).rejects.toThrow('two nodes give different logs');
    } finally {
      Date.now = now;
      await second.stop();
    }
  });

  it('is read by its receipts alone after a log came that they do not have', async () => {
    const strange = { ...LOG, address: CONTRACTS[8], logIndex: '0x7' };
    server.receipts = { result: [receiptOf(LOG)] };
    const reader = new RangeReader(node);
    const thousand = Array.from({ length: 1_000 }, (_, i) => ({ ...strange, logIndex: numberToHex(i + 7) }));
    const read = async (): Promise<RangeLogs> => {
      const logs = await logsOf(thousand);
      await reader.complete({ headers: [HEADER], logs, isFinal: true });
      return logs;
    };
    await expect(read()).rejects.toThrow('that its receipts do not have');
    expect([...((await read()).blocks.get(5)?.indices ?? [])]).toEqual([0]);
  });

  it('is proved by its receipts when it gave a thousand logs: the response may have been cut', async () => {
    const all = Array.from({ length: 1_001 }, (_, i) => ({ ...LOG, logIndex: numberToHex(i) }));
    server.receipts = { result: [receiptOf(...all)] };
    expect(await complete(true, all.slice(0, 1_000))).toBe(1_001);
  });
});

describe('a block whose bloom contradicts its logs', () => {
  it.each([
    ['knows of none', `0x${'0'.repeat(512)}`, [LOG], 1],
    ['tells of some', `0x${'0'.repeat(510)}ff`, [], 0],
  ] as const)('is what its receipts say, when its bloom %s', async (_, bloom, came, count) => {
    const server = await RespondingNode.start();
    server.receipts = { result: [receiptOf(...came)] };
    const node = new ChainNode([server.url], 1, NODE_OPTIONS);
    await node.latest();
    const header = { ...HEADER, logsBloom: bloom };
    const logs = await logsOf(came);
    await new RangeReader(node).complete({ headers: [header], logs, isFinal: true });
    expect(logs.blocks.get(5)?.indices.size ?? 0).toBe(count);
    await server.stop();
  });
});
