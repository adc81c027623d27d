import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forwardRpc, readBody } from './forward-rpc.js';

export interface OddRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface OddReply {
  id?: unknown;
  result?: unknown;
  error?: unknown;
}

/** How a node answers in its own way. */
export interface Oddity {
  /** Instead of what the node behind says; the request to send there, or what is said without asking. */
  readonly ask?: (
    request: OddRequest,
  ) => OddRequest | { readonly error: unknown } | { readonly result: unknown };
  /** Changes what the node behind says. */
  readonly answer?: (request: OddRequest, reply: OddReply) => void;
  /** A whole HTTP response instead. */
  readonly respond?: (
    requests: readonly OddRequest[],
    isBatch: boolean,
  ) => { readonly status: number; readonly headers?: Record<string, string>; readonly body: string } | null;
}

/** A node in front of another that answers in its own way, and counts the calls that it was asked. */
export interface OddNode {
  readonly url: string;
  calls: number;
  stop(): Promise<void>;
}

export async function startOddNode(rpcUrl: string, { ask, answer, respond }: Oddity): Promise<OddNode> {
  const server = createServer((request, response) => {
    void (async () => {
      const parsed = JSON.parse(await readBody(request)) as OddRequest | OddRequest[];
      const requests = [parsed].flat();
      node.calls += requests.length;
      const whole = respond?.(requests, Array.isArray(parsed)) ?? null;
      if (whole !== null) {
        response
          .writeHead(whole.status, { 'Content-Type': 'application/json', ...whole.headers })
          .end(whole.body);
        return;
      }
      const asked = requests.map((one) => ask?.(one) ?? one);
      const forwarded = asked.filter((one): one is OddRequest => 'method' in one);
      const came =
        forwarded.length === 0
          ? []
          : (JSON.parse(await forwardRpc(rpcUrl, JSON.stringify(forwarded))) as OddReply[]);
      const replies = requests.map((one, i): OddReply => {
        const said = asked[i];
        const reply: OddReply =
          said !== undefined && 'method' in said
            ? (came.find(({ id }) => id === one.id) ?? {})
            : { id: one.id, ...said };
        answer?.(one, reply);
        return reply;
      });
      response
        .setHeader('Content-Type', 'application/json')
        .end(JSON.stringify(Array.isArray(parsed) ? replies : replies[0]));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: OddNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: 0,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return node;
}
