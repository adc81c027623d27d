import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer, type RawData } from 'ws';
import { isOfCaller, namesThisMachine } from './callers.js';
import { screenCalls } from './screen-calls.js';

export interface NodeProxyOptions {
  readonly port: number;
  /** Pages that may ask. */
  readonly origins: readonly string[];
  /** The node's own host and port. */
  readonly node: string;
}

/** A launch with texts of 100 KB, several times. */
const MOST_BYTES = 2 ** 20;
const MOST_CONNECTIONS = 200;
const TIMEOUT_MS = 60_000;

/** What may wait for a client of a WebSocket that does not read, before it is closed. */
const MOST_WAITING_BYTES = 16 * 2 ** 20;

/**
 * The local chain's public port, by HTTP and WebSocket on loopback. anvil obeys whoever reaches it, any page in the developer's
 * browser among them: here pages of other sites are refused by their `Origin`, names that were made to lead here by their `Host`, and
 * all by the method.
 */
export class NodeProxy {
  private readonly server: Server;
  private readonly sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_BYTES });

  constructor(private readonly options: NodeProxyOptions) {
    this.server = createServer({ requestTimeout: 30_000 }, (request, response) => {
      this.respond(request, response).catch(() => {
        reply(response, 502, { error: 'The local chain does not respond.' });
      });
    });
    this.server.maxConnections = MOST_CONNECTIONS;
    this.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      this.upgrade(request, socket, head);
    });
  }

  /** @throws the error of a port that cannot be listened on */
  async listen(): Promise<void> {
    this.server.listen(this.options.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    for (const client of this.sockets.clients) client.terminate();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private mayAsk(request: IncomingMessage): boolean {
    return namesThisMachine(request, this.options.port) && isOfCaller(request, this.options.origins);
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.mayAsk(request)) {
      reply(response, 403, { error: 'Only programs, wallets and pages of the local API may ask.' });
      return;
    }
    const { origin } = request.headers;
    if (origin !== undefined)
      response.setHeader('Access-Control-Allow-Origin', origin).setHeader('Vary', 'Origin');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type').writeHead(204).end();
      return;
    }
    if (request.method !== 'POST' || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      reply(response, 400, { error: 'POST calls of JSON-RPC as JSON.' });
      return;
    }
    const body = await readBody(request);
    if (body === null) {
      reply(response, 413, { error: `A request has at most ${MOST_BYTES} bytes.` });
      return;
    }
    const { isBatch, passed, refused } = screenCalls(body);
    const replies = [...(passed.length === 0 ? [] : await this.ask(passed)), ...refused];
    reply(response, 200, isBatch ? replies : replies[0]);
  }

  private async ask(calls: readonly unknown[]): Promise<unknown[]> {
    const response = await fetch(`http://${this.options.node}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(calls),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return (await response.json()) as unknown[];
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (!this.mayAsk(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (client) => {
      this.connect(client);
    });
  }

  /** Each client has a connection of its own to the node, on which its subscriptions end with it. */
  private connect(client: WebSocket): void {
    const node = new WebSocket(`ws://${this.options.node}`);
    client.pause();
    node.once('open', () => {
      client.resume();
    });
    client.on('message', (data) => {
      const { isBatch, passed, refused } = screenCalls(textOf(data));
      if (passed.length > 0) node.send(JSON.stringify(isBatch ? passed : passed[0]));
      if (refused.length > 0) client.send(JSON.stringify(isBatch ? refused : refused[0]));
    });
    node.on('message', (data) => {
      if (client.bufferedAmount > MOST_WAITING_BYTES) client.terminate();
      else client.send(textOf(data));
    });
    for (const [one, other] of [
      [client, node],
      [node, client],
    ] as const)
      one
        .on('close', () => {
          other.terminate();
        })
        // It closes next.
        .on('error', () => undefined);
  }
}

/** `ws` gives a message as one Buffer unless it is told otherwise. */
function textOf(data: RawData): string {
  return (data as Buffer).toString();
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
