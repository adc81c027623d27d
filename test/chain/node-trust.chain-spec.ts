import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChainNode } from '#chain';
import { ZERO_ADDRESS } from '#values';

const HASH = `0x${'ab'.repeat(32)}`;
const BLOCK = {
  number: '0x5',
  hash: HASH,
  parentHash: HASH,
  timestamp: '0x1',
  logsBloom: `0x${'0'.repeat(512)}`,
};

/** A node of block 5 that takes its time, and counts how often it is asked for logs. */
class SlowNode {
  asked = 0;
  private readonly server: Server;

  constructor(milliseconds: number) {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const parsed = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string };
        const calls = [parsed].flat();
        const answers = calls.map(({ id, method }) => {
          if (method === 'eth_getLogs') this.asked += 1;
          return { id, result: method === 'eth_chainId' ? '0x1' : method === 'eth_getLogs' ? [] : BLOCK };
        });
        setTimeout(() => response.end(JSON.stringify(answers)), milliseconds);
      });
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('a fast node that contradicts itself, beside a slow one that does not', () => {
  const liar = new SlowNode(0);
  const sound = new SlowNode(400);
  const { now } = Date;
  let node: ChainNode;
  /** What the clock shows: it stands still but for {@link pass}. */
  let time = now();

  beforeAll(async () => {
    node = new ChainNode([await liar.start(), await sound.start()], 1, {
      timeoutMs: 5_000,
      attempts: 2,
      retryMs: 10,
    });
    await node.latest();
    Date.now = () => time;
  });

  afterAll(async () => {
    Date.now = now;
    await liar.stop();
    await sound.stop();
  });

  const pass = (milliseconds: number): void => {
    time += milliseconds;
  };

  const askedFirst = async (): Promise<'liar' | 'sound'> => {
    const before = liar.asked;
    await node.logs([ZERO_ADDRESS], [], 1, 5);
    return liar.asked > before ? 'liar' : 'sound';
  };

  it('is left alone for longer each time, whatever it answers between, until something of it is proved', async () => {
    for (const restMs of [500, 1_000]) {
      expect(await askedFirst()).toBe('liar');
      node.distrust();
      pass(restMs);
    }
    expect(await askedFirst()).toBe('liar');
    node.distrust();
    pass(1_999);
    expect(await askedFirst()).toBe('sound');
    pass(1);
    expect(await askedFirst()).toBe('liar');
    node.trust();
    node.distrust();
    expect(await askedFirst()).toBe('sound');
    pass(500);
    expect(await askedFirst()).toBe('liar');
  });
});
