import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRpc, readBody } from './forward-rpc.js';

interface Filter {
  readonly fromBlock?: string;
  readonly toBlock?: string;
  readonly blockHash?: string;
  readonly address?: readonly string[];
}

/** A block in which other contracts log much. */
export interface FloodedBlock {
  readonly number: number;
  readonly hash: string;
  /** As JSON, with commas between them. */
  readonly logs: () => string;
}

interface RpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How a refusal is worded. A number is an HTTP status without JSON-RPC in it. */
export type Refusal = number | { readonly code: number; readonly message: string };

/** What a node takes, and how it says that it does not. */
export interface NodeLimits {
  readonly bodyBytes?: readonly [most: number, refusal: Refusal];
  readonly calls?: readonly [most: number, refusal: Refusal];
  readonly addresses?: readonly [most: number, refusal: Refusal];
  readonly blocks?: readonly [most: number, refusal: Refusal];
  /** Of one `eth_getLogs`. */
  readonly logs?: readonly [most: number, refusal: Refusal];
  /** Of filters that name no contract. */
  readonly anyAddress?: Refusal;
  readonly receipts?: Refusal;
}

/** An HTTP request, without the ids that each has of its own. */
export interface SeenRequest {
  readonly body: string;
  readonly bytes: number;
  readonly methods: readonly string[];
  readonly refusal: Refusal | null;
  /** By `performance.now()`. */
  readonly at: number;
}

/** A method that a node did not have it may have later: what was refused longer ago may be asked again. */
const REFUSED_FOR_MS = 29_000;

/** More of foreign logs is not rendered: twice of what an indexer reads to its end. */
const MOST_FOREIGN = 64 * 1024 * 1024;

/** A node in front of another that refuses requests that are too much for it, and writes down every request. */
export class StrictNode {
  readonly seen: SeenRequest[] = [];
  /** Their logs are added to receipts, and to each response to `eth_getLogs` that names no contract. */
  flooded: readonly FloodedBlock[] = [];

  private constructor(
    private readonly rpcUrl: string,
    private readonly limits: NodeLimits,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(rpcUrl: string, limits: NodeLimits): Promise<StrictNode> {
    const server = createServer();
    const node = new StrictNode(rpcUrl, limits, server);
    server.on('request', (request, response) => {
      void readBody(request)
        .then((body) => node.respond(body))
        .then(({ status, text }) =>
          response.writeHead(status, { 'Content-Type': 'application/json' }).end(text),
        )
        .catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return node;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Requests that were sent again though the very same had been refused lately. */
  get repeated(): string[] {
    const refusedAt = new Map<string, number>();
    return this.seen
      .filter(({ body, refusal, at }) => {
        const isAgain = at - (refusedAt.get(body) ?? -Infinity) < REFUSED_FOR_MS;
        if (refusal !== null) refusedAt.set(body, at);
        return isAgain;
      })
      .map(({ body }) => body.slice(0, 300));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(body: string): Promise<{ status: number; text: string }> {
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const calls = [parsed].flat();
    let refusal = this.refusalOf(body, calls);
    let text = '';
    if (refusal === null) {
      text = await forwardRpc(this.rpcUrl, body);
      const replies = [JSON.parse(text) as { result?: unknown }].flat();
      refusal = this.limits.logs === undefined ? null : tooManyLogs(replies, this.limits.logs);
      if (this.flooded.length > 0) text = this.withForeign(text, calls);
    }
    this.seen.push({
      body: JSON.stringify(calls.map(({ method, params }) => ({ method, params }))),
      bytes: body.length,
      methods: calls.map(({ method }) => method),
      refusal,
      at: performance.now(),
    });
    if (refusal === null) return { status: 200, text };
    if (typeof refusal === 'number') return { status: refusal, text: 'no' };
    const errorOf = ({ id }: RpcCall): unknown => ({ jsonrpc: '2.0', id, error: refusal });
    return {
      status: 200,
      text: JSON.stringify(Array.isArray(parsed) ? parsed.map(errorOf) : errorOf(parsed)),
    };
  }

  private refusalOf(body: string, calls: readonly RpcCall[]): Refusal | null {
    const { bodyBytes, calls: batch, addresses, blocks, anyAddress, receipts } = this.limits;
    if (bodyBytes !== undefined && body.length > bodyBytes[0]) return bodyBytes[1];
    if (batch !== undefined && calls.length > batch[0]) return batch[1];
    for (const { method, params } of calls) {
      if (method === 'eth_getBlockReceipts' && receipts !== undefined) return receipts;
      if (method !== 'eth_getLogs') continue;
      const { fromBlock, toBlock, address } = params[0] as Filter;
      if (address === undefined && anyAddress !== undefined) return anyAddress;
      if (addresses !== undefined && (address?.length ?? 0) > addresses[0]) return addresses[1];
      const length = fromBlock === undefined ? 1 : Number(toBlock) - Number(fromBlock) + 1;
      if (blocks !== undefined && length > blocks[0]) return blocks[1];
    }
    return null;
  }

  private withForeign(text: string, calls: readonly RpcCall[]): string {
    const parsed = JSON.parse(text) as Reply | Reply[];
    const replies = [parsed].flat().map((reply) => {
      const call = calls.find(({ id }) => id === reply.id);
      const foreign = call === undefined || !Array.isArray(reply.result) ? '' : this.foreignOf(call);
      if (foreign === '') return JSON.stringify(reply);
      const own = JSON.stringify(reply.result).slice(1, -1);
      const result = own === '' ? foreign : `${own},${foreign}`;
      return `{"jsonrpc":"2.0","id":${reply.id},"result":[${result}]}`;
    });
    return Array.isArray(parsed) ? `[${replies.join()}]` : replies.join();
  }

  /** What a response has more: logs, or a receipt with them. */
  private foreignOf({ method, params: [first] }: RpcCall): string {
    if (method === 'eth_getBlockReceipts') {
      const block = this.flooded.find(({ number }) => number === Number(first));
      return block === undefined ? '' : `{"blockHash":"${block.hash}","logs":[${block.logs()}]}`;
    }
    if (method !== 'eth_getLogs') return '';
    const { address, blockHash, fromBlock, toBlock } = first as Filter;
    if (address !== undefined) return '';
    let text = '';
    for (const { number, hash, logs } of this.flooded) {
      const isAsked =
        blockHash === undefined
          ? number >= Number(fromBlock) && number <= Number(toBlock)
          : hash === blockHash;
      if (isAsked && text.length < MOST_FOREIGN) text += `${text === '' ? '' : ','}${logs()}`;
    }
    return text;
  }
}

interface Reply {
  id: number;
  result?: unknown;
}

function tooManyLogs(
  replies: readonly { result?: unknown }[],
  [most, refusal]: readonly [number, Refusal],
): Refusal | null {
  const isLogs = (result: unknown): result is { topics?: unknown }[] =>
    Array.isArray(result) && result.length > most && (result[0] as object | undefined) !== undefined;
  return replies.some(({ result }) => isLogs(result) && result[0]?.topics !== undefined) ? refusal : null;
}
