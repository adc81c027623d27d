import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRpc, readBody } from './forward-rpc.js';

/** Everything that a node, or what stands before it, may do wrong. */
export type Fault =
  | 'wrong-chain-id'
  | 'null-logs'
  | 'foreign-block-hash'
  | 'missing-logs'
  | 'missing-logs-and-receipts'
  | 'missing-logs-and-all-receipts'
  | 'no-hex'
  | 'head-goes-back'
  | 'gap'
  | 'no-first-block'
  | 'duplicate-logs'
  | 'http-429'
  | 'http-500'
  | 'hang'
  | 'hang-midway'
  | 'truncated-json'
  | 'wrong-parent'
  | 'null-block'
  | 'missing-response';

export interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcReply {
  id: number;
  result?: unknown;
}

type Json = Record<string, unknown>;

/** A node in front of another that fails as it is told. */
export interface FaultyNode {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: RpcRequest[];
  /** How many times each fault was really done. */
  readonly done: Map<Fault, number>;
  /** Which fault an HTTP request meets; null for none. */
  choose: (requests: readonly RpcRequest[]) => Fault | null;
  /** The newest block it reports; null for all. */
  headLimit: number | null;
  stop(): Promise<void>;
}

/** How the responses to a request are spoiled. @returns false when there was nothing to spoil */
const SPOIL: Partial<Record<Fault, (request: RpcRequest, reply: RpcReply, node: FaultyNode) => boolean>> = {
  'wrong-chain-id': (request, reply) => {
    if (request.method !== 'eth_chainId') return false;
    reply.result = '0x1';
    return true;
  },
  'null-logs': (request, reply) => {
    if (request.method !== 'eth_getLogs') return false;
    reply.result = null;
    return true;
  },
  'foreign-block-hash': (_request, reply) =>
    onLogs(reply, (logs) => (logs[0]!['blockHash'] = `0x${'ab'.repeat(32)}`)),
  'missing-logs': (_request, reply) =>
    onLogs(reply, (logs) => {
      const block = logs[Math.floor(logs.length / 2)]!['blockNumber'];
      reply.result = logs.filter((log) => log['blockNumber'] !== block);
    }),
  'missing-logs-and-receipts': (request, reply) => {
    if (request.method !== 'eth_getBlockReceipts') return onLogs(reply, () => (reply.result = []));
    reply.result = [];
    return true;
  },
  'missing-logs-and-all-receipts': (request, reply) => {
    if (!/Receipts?$/.test(request.method)) return onLogs(reply, () => (reply.result = []));
    reply.result = null;
    return true;
  },
  'no-hex': (_request, reply) =>
    onLogs(reply, (logs) => (logs[0]!['data'] = String(logs[0]!['data']).replace(/.$/, 'z'))),
  'duplicate-logs': (_request, reply) =>
    onLogs(reply, (logs) => (reply.result = [...logs, ...logs.slice(0, 5)])),
  gap: (request, reply) => {
    if (request.method !== 'eth_getBlockByNumber' || request.params[0] === 'latest') return false;
    reply.result = null;
    return true;
  },
  'no-first-block': (request, reply) => {
    if (request.method !== 'eth_getBlockByNumber' || request.params[0] !== '0x0') return false;
    reply.result = null;
    return true;
  },
  'null-block': (request, reply) => {
    if (request.method !== 'eth_getBlockByNumber') return false;
    reply.result = null;
    return true;
  },
  'wrong-parent': (_request, reply) => {
    if (typeof reply.result !== 'object' || reply.result === null || !('parentHash' in reply.result))
      return false;
    (reply.result as Json)['parentHash'] = `0x${'cd'.repeat(32)}`;
    return true;
  },
};

export async function startFaultyNode(rpcUrl: string): Promise<FaultyNode> {
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: FaultyNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    done: new Map(),
    choose: () => null,
    headLimit: null,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const parsed = JSON.parse(body) as RpcRequest | RpcRequest[];
    const requests = [parsed].flat();
    node.asked.push(...requests);
    const fault = node.choose(requests);
    const note = (): void => {
      if (fault !== null) node.done.set(fault, (node.done.get(fault) ?? 0) + 1);
    };
    response.setHeader('Content-Type', 'application/json');
    if (fault === 'hang') {
      note();
      return;
    }
    if (fault === 'http-429' || fault === 'http-500') {
      note();
      response.writeHead(fault === 'http-429' ? 429 : 500).end('no');
      return;
    }
    const replies = [JSON.parse(await forwardRpc(rpcUrl, body)) as RpcReply | RpcReply[]].flat();
    if (node.headLimit !== null) await lowerHead(requests, replies, rpcUrl, node.headLimit);
    const text = await spoil(fault, requests, replies, note);
    if (fault === 'truncated-json' || fault === 'hang-midway') {
      note();
      const half = text.slice(0, text.length / 2);
      if (fault === 'truncated-json') response.end(half);
      else response.writeHead(200).write(half);
      return;
    }
    response.end(Array.isArray(parsed) ? text : text.slice(1, -1));
  }

  async function spoil(
    fault: Fault | null,
    requests: readonly RpcRequest[],
    replies: RpcReply[],
    note: () => void,
  ): Promise<string> {
    if (fault === 'head-goes-back') {
      const latest = replies[requests.findIndex(({ params }) => params[0] === 'latest')];
      const height = Number((latest?.result as { number?: string } | undefined)?.number ?? 0);
      if (height > 3) {
        await lowerHead(requests, replies, rpcUrl, height - 3);
        note();
      }
    } else if (fault === 'missing-response') {
      note();
      replies.pop();
    } else if (fault !== null) {
      // From the end: nothing of ours says what the parent of the index's first block is.
      for (const [i, reply] of [...replies.entries()].reverse()) {
        if (SPOIL[fault]?.(requests[i]!, reply, node) === true) {
          note();
          break;
        }
      }
    }
    return JSON.stringify(replies);
  }
  return node;
}

/** Responds as a node would whose newest block is a lower one. */
async function lowerHead(
  requests: readonly RpcRequest[],
  replies: RpcReply[],
  rpcUrl: string,
  limit: number,
): Promise<void> {
  for (const [i, { method, params }] of requests.entries()) {
    if (method !== 'eth_getBlockByNumber') continue;
    const asked = params[0] === 'latest' ? Number.POSITIVE_INFINITY : Number(params[0]);
    if (asked <= limit) continue;
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: [`0x${limit.toString(16)}`, false],
    });
    const lower = JSON.parse(await forwardRpc(rpcUrl, body)) as RpcReply;
    replies[i]!.result = params[0] === 'latest' ? lower.result : null;
  }
}

function onLogs(reply: RpcReply, change: (logs: Json[]) => unknown): boolean {
  const { result } = reply;
  const isLogs = Array.isArray(result) && result.length > 0 && 'topics' in (result[0] as Json);
  if (isLogs) change(result as Json[]);
  return isLogs;
}
