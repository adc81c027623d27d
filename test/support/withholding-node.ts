import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hex } from 'viem';
import { forwardRpc, readBody } from './forward-rpc.js';

interface Reply {
  readonly id: number;
  result?: unknown;
}

interface Log {
  readonly transactionHash: Hex;
  readonly logIndex: string;
}

/** A node in front of another, whose answers lack logs of some transactions, as if they had never been written. */
export class WithholdingNode {
  /** By hash: whether a log is withheld, by its place among those of its transaction that were asked for. */
  readonly withheld = new Map<Hex, (log: Log & { readonly topics: readonly Hex[] }) => boolean>();
  /** Whether receipts lack them too. */
  alsoOfReceipts = false;
  /** Whether it has no state of blocks below its newest. */
  isPruned = false;
  readonly asked: string[] = [];

  private constructor(
    private readonly rpcUrl: string,
    private readonly server = createServer(),
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.respond(request, response).catch(() => response.destroy());
    });
  }

  static async start(rpcUrl: string): Promise<WithholdingNode> {
    const node = new WithholdingNode(rpcUrl);
    await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  withhold(hash: Hex): void {
    this.withheld.set(hash, () => true);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
      this.server.closeAllConnections();
    });
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const parsed = JSON.parse(body) as object;
    const calls = [parsed].flat() as { id: number; method: string; params: unknown[] }[];
    this.asked.push(...calls.map(({ method }) => method));
    const replies = [JSON.parse(await forwardRpc(this.rpcUrl, body)) as object].flat() as Reply[];
    for (const reply of replies) {
      const call = calls.find(({ id }) => id === reply.id);
      if (call !== undefined) this.spoil(call.method, reply);
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(Array.isArray(parsed) ? replies : replies[0]));
  }

  private spoil(method: string, reply: Reply): void {
    if (method === 'eth_call' && this.isPruned) {
      delete reply.result;
      Object.assign(reply, { error: { code: -32_000, message: 'missing trie node' } });
    }
    if (!Array.isArray(reply.result)) return;
    if (method === 'eth_getLogs') reply.result = this.without(reply.result as Log[]);
    if (method === 'eth_getBlockReceipts' && this.alsoOfReceipts)
      reply.result = (reply.result as { logs: Log[] }[]).map((receipt) => ({
        ...receipt,
        logs: this.without(receipt.logs),
      }));
  }

  private without(logs: readonly Log[]): Log[] {
    return logs.filter((log) => this.withheld.get(log.transactionHash)?.(log as never) !== true);
  }
}
