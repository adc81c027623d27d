import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChainNode, NodeUnavailableError, RangeTooLargeError } from '#chain';
import { ZERO_ADDRESS } from '#values';

const HASH = `0x${'ab'.repeat(32)}`;
const HEADER = {
  number: '0x5',
  hash: HASH,
  parentHash: HASH,
  timestamp: '0x1',
  logsBloom: `0x${'0'.repeat(512)}`,
};

/** What nodes and providers are known to answer, from a server that answers it. */
describe('a JSON-RPC node that words things in its own way', () => {
  let server: Server;
  let asked: string[];
  let head: Record<string, unknown>;
  /** Of `eth_getLogs`: its status, and what stands beside the id. */
  let logs: readonly [number, Record<string, unknown>];

  beforeEach(async () => {
    asked = [];
    head = HEADER;
    logs = [200, { result: [] }];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const calls = [
          JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string }[],
        ].flat();
        asked.push(...calls.map(({ method }) => method));
        const isLogs = calls[0]?.method === 'eth_getLogs';
        const answers = calls.map(({ id, method }) => {
          if (method === 'eth_getLogs') return { id, ...logs[1] };
          return { id, result: method === 'eth_chainId' ? '0x1' : head, error: null };
        });
        response.writeHead(isLogs ? logs[0] : 200).end(JSON.stringify(isLogs ? answers[0] : answers));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const url = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open = (more: readonly string[] = []): ChainNode =>
    new ChainNode([url(), ...more], 1, { timeoutMs: 2_000, attempts: 3, retryMs: 40 });

  it('is believed when it says that there was no error', async () => {
    expect((await open().latest()).number).toBe(5);
  });

  it('is not believed when its newest block has no number', async () => {
    head = { ...HEADER, number: 'new' };
    await expect(open().latest()).rejects.toThrow(NodeUnavailableError);
  });

  it.each<[number, Record<string, unknown>]>([
    [200, { error: { code: -32_614, message: 'eth_getLogs is limited to a 10,000 range' } }],
    [200, { error: { code: -32_000, message: 'query timeout exceeded' } }],
    [200, { error: { code: -32_602, message: 'maximum [from, to] blocks distance: 2000' } }],
    [413, {}],
  ])('is asked for less when it answers %i %j', async (...answer) => {
    logs = answer;
    const node = open();
    await node.latest();
    await expect(node.logs([ZERO_ADDRESS], [], 1, 5)).rejects.toThrow(RangeTooLargeError);
  });

  it('is given time between two tries, also while its only neighbour is dead', async () => {
    logs = [429, {}];
    const node = open(['http://127.0.0.1:1']);
    await node.latest();
    const began = performance.now();
    await expect(node.logs([ZERO_ADDRESS], [], 1, 5)).rejects.toThrow(NodeUnavailableError);
    expect(asked.filter((method) => method === 'eth_getLogs')).toHaveLength(3);
    // Half of 40 ms and of 80, at the least.
    expect(performance.now() - began).toBeGreaterThanOrEqual(59);
  });
});
