import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const HASH = `0x${'ab'.repeat(32)}`;

/** A block that a node of chain 1 may say is its newest. */
export const BLOCK_5 = {
  number: '0x5',
  hash: HASH,
  parentHash: HASH,
  timestamp: '0x1',
  logsBloom: `0x${'0'.repeat(512)}`,
};

/** What a response has beside its id, or instead of it, and its HTTP status. */
export interface Reply {
  readonly id?: unknown;
  readonly status?: number;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A JSON-RPC node of chain 1 that responds as it is told: anvil has one way only, and no faults. */
export class RespondingNode {
  /** Methods, in the order in which they were asked. */
  readonly asked: string[] = [];
  /** What it says of its newest block. */
  newest: Reply = { result: BLOCK_5 };
  /** What it says to `eth_getBlockReceipts`. */
  receipts: Reply = { result: [] };
  /** What it says of the block by its hash, which has its transactions' hashes. */
  block: Reply = { result: { ...BLOCK_5, transactions: [HASH] } };
  /** What it says to `eth_getTransactionReceipt`. */
  receipt: Reply = { error: { code: -32_601, message: 'the method does not exist' } };
  /** What it says to `eth_getLogs`. */
  logs: (filter: LogFilter) => Reply = () => ({ result: [] });

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** @param delayMs how long it takes for each response */
  static async start(delayMs = 0): Promise<RespondingNode> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const node = new RespondingNode(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { status, body } = node.respond(Buffer.concat(chunks).toString());
        void delay(delayMs, undefined, { ref: false }).then(() => response.writeHead(status).end(body));
      });
    });
    return node;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private respond(request: string): { status: number; body: string } {
    const parsed = JSON.parse(request) as Call | Call[];
    let status = 200;
    const responses = [parsed].flat().map(({ id, method, params }) => {
      this.asked.push(method);
      const { status: its = 200, ...said } = this.replyTo(method, params);
      if (its !== 200) status = its;
      return { id, ...said };
    });
    return { status, body: JSON.stringify(Array.isArray(parsed) ? responses : responses[0]) };
  }

  private replyTo(method: string, params: Call['params']): Reply {
    if (method === 'eth_chainId') return { result: '0x1' };
    if (method === 'eth_getBlockReceipts') return this.receipts;
    if (method === 'eth_getBlockByHash') return this.block;
    if (method === 'eth_getTransactionReceipt') return this.receipt;
    return method === 'eth_getLogs' ? this.logs(params[0] as LogFilter) : this.newest;
  }
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** By a range, or by a block's hash. */
export interface LogFilter {
  readonly fromBlock?: string;
  readonly blockHash?: string;
}
