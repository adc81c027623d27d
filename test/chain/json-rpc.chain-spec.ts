import { slipway } from '@slipway/protocols/slipway';
import { numberToHex } from 'viem';
import { ChainNode, InconsistentNodeError, NodeUnavailableError, RangeTooLargeError } from '@slipway/chain';
import { ZERO_ADDRESS } from '@slipway/domain';
import { RespondingNode, BLOCK_5, type Reply } from '../support/responding-node.js';
import { until } from '../support/until.js';

/** What nodes and providers are known to return. */
describe('a JSON-RPC node that words things in its own way', () => {
  let server: RespondingNode;

  beforeEach(async () => {
    server = await RespondingNode.start();
  });

  afterEach(() => server.stop());

  const open = (more: readonly string[] = []): ChainNode =>
    new ChainNode([server.url, ...more], 1, { timeoutMs: 2_000, attempts: 3, retryMs: 40 });

  it('is believed when it says that there was no error', async () => {
    server.newest = { result: BLOCK_5, error: null };
    expect((await open().latest()).number).toBe(5);
  });

  it('is not believed when its newest block has no number', async () => {
    server.newest = { result: { ...BLOCK_5, number: 'new' } };
    await expect(open().latest()).rejects.toThrow(InconsistentNodeError);
  });

  it.each<Reply>([
    { result: { toString: 1, valueOf: 1 } },
    { result: { ...BLOCK_5, number: { valueOf: 1 } } },
    { error: { code: { toString: 1 }, message: { toString: 1 } } },
    { id: { toString: 1, valueOf: 1 }, error: { code: 1, message: 'no' } },
  ])('is left for its neighbour when it returns nonsense: %j', async (reply) => {
    server.newest = reply;
    const neighbour = await RespondingNode.start(200);
    expect((await open([neighbour.url]).latest()).number).toBe(5);
    await neighbour.stop();
  });

  it.each<Reply>([
    { error: { code: -32_614, message: 'eth_getLogs is limited to a 10,000 range' } },
    { error: { code: -32_602, message: 'maximum [from, to] blocks distance: 2000' } },
    { status: 413 },
  ])('is asked for less when it returns %j', async (reply) => {
    server.logs = () => reply;
    const node = open();
    await node.latest();
    await expect(node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5)).rejects.toThrow(RangeTooLargeError);
  });

  const logOf = (block: number, index: number): Record<string, unknown> => ({
    address: ZERO_ADDRESS,
    topics: [],
    data: '0x',
    blockNumber: numberToHex(block),
    blockHash: numberToHex(block, { size: 32 }),
    transactionHash: numberToHex(block, { size: 32 }),
    logIndex: numberToHex(index),
  });

  it('is asked for less when it ends its response at a thousand logs without a word, in the midst of a block', async () => {
    const whole = [3, 4].flatMap((block) => Array.from({ length: 600 }, (_, i) => logOf(block, i)));
    const ofBlock = (hash: string): unknown[] => whole.filter(({ blockHash }) => blockHash === hash);
    server.logs = ({ blockHash }) => ({
      result: blockHash === undefined ? whole.slice(0, 1_000) : ofBlock(blockHash),
    });
    const node = open();
    await node.latest();
    await expect(node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5)).rejects.toThrow(RangeTooLargeError);
    server.logs = ({ blockHash }) => ({ result: blockHash === undefined ? whole : ofBlock(blockHash) });
    expect(await node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5)).toHaveLength(1_200);
  });

  it('does not keep its neighbour from being asked when it made up its height', async () => {
    server.newest = { result: { ...BLOCK_5, number: '0xffffff' } };
    const neighbour = await RespondingNode.start(200);
    const node = open([neighbour.url]);
    expect((await node.latest()).number).toBe(0xff_ff_ff);
    await expect(node.headers([9])).rejects.toThrow(InconsistentNodeError);
    node.penalise();
    expect((await node.latest()).number).toBe(5);
    await neighbour.stop();
  });

  it('is left for its neighbour when it runs out of time: the range may be as good as any', async () => {
    server.logs = () => ({ error: { code: -32_000, message: 'query timeout exceeded' } });
    const neighbour = await RespondingNode.start(200);
    const node = open([neighbour.url]);
    await node.latest();
    expect(await node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5)).toEqual([]);
    expect(server.asked).toContain('eth_getLogs');
    await neighbour.stop();
  });

  it('is given time between two tries, also while its only neighbour is dead', async () => {
    server.logs = () => ({ status: 503 });
    const node = open(['http://127.0.0.1:1']);
    await node.latest();
    const began = performance.now();
    await expect(node.decodedLogs([ZERO_ADDRESS], slipway.events, 1, 5)).rejects.toThrow(
      NodeUnavailableError,
    );
    expect(server.asked.filter((method) => method === 'eth_getLogs')).toHaveLength(3);
    // Half of 40 ms and of 80, at the least.
    expect(performance.now() - began).toBeGreaterThanOrEqual(59);
  });

  it.each([
    ['is asked', 60_000, 200],
    ['is waited for', 0, 503],
  ])(
    'fails as any node does when the program ends while it %s: nothing is given up',
    async (_what, ms, status) => {
      const slow = await RespondingNode.start(ms);
      slow.newest = { ...slow.newest, status };
      const end = new AbortController();
      const node = new ChainNode([slow.url], 1, { retryMs: 60_000, signal: end.signal });
      const failed = expect(node.latest()).rejects.toThrow(NodeUnavailableError);
      await until('it was asked', () => slow.asked.length > 0);
      end.abort();
      await failed;
      await slow.stop();
    },
  );
});
