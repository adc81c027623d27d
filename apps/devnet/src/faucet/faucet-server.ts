import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseAddress, type Address } from '@slipway/domain';
import { namesThisMachine } from '../node-proxy/callers.js';

export interface FaucetOptions {
  /** Pages that may ask. */
  readonly origins: readonly string[];
  /** Funds a wallet. Called once at a time. */
  readonly fund: (wallet: Address) => Promise<void>;
}

const MOST_BYTES = 256;
/** Of all pages together. */
const MOST_A_MINUTE = 20;
const MINUTE_MS = 60_000;

/**
 * Gives wallets of the market page something to trade with: `POST /` with `{"address"}`, on loopback, on a free port. Only pages
 * of the local API may ask. Any other site that a developer has open is refused by its `Origin`. A name that was made to lead
 * here is refused by its `Host`.
 */
export class FaucetServer {
  private readonly server: Server;
  private times: number[] = [];
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: FaucetOptions) {
    this.server = createServer({ requestTimeout: 5_000 }, (request, response) => {
      this.respond(request, response).catch(() => {
        reply(response, 500, { error: 'The local chain did not fund the wallet.' });
      });
    });
  }

  /** @returns where pages reach it */
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin = '' } = request.headers;
    if (!namesThisMachine(request, this.port) || !this.options.origins.includes(origin)) {
      reply(response, 403, { error: 'Only the page of the local API may ask.' });
      return;
    }
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Vary', 'Origin');
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Headers', 'Content-Type').writeHead(204).end();
      return;
    }
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/json') {
      reply(response, 400, { error: 'POST an address as JSON.' });
      return;
    }
    const wallet = readWallet(await readBody(request));
    if (wallet === null) reply(response, 400, { error: 'POST an address as JSON.' });
    else if (!this.takeTurn()) reply(response, 429, { error: 'Too many wallets: wait a minute.' });
    else {
      await this.fundInTurn(wallet);
      reply(response, 200, { address: wallet });
    }
  }

  private takeTurn(): boolean {
    const now = Date.now();
    this.times = this.times.filter((time) => now - time < MINUTE_MS);
    if (this.times.length >= MOST_A_MINUTE) return false;
    this.times.push(now);
    return true;
  }

  /** One after the other: they are transactions of one account. */
  private fundInTurn(wallet: Address): Promise<void> {
    const funded = this.turn.then(() => this.options.fund(wallet));
    this.turn = funded.catch(() => undefined);
    return funded;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) {
    text += chunk;
    if (text.length > MOST_BYTES) return '';
  }
  return text;
}

function readWallet(body: string): Address | null {
  try {
    const { address } = JSON.parse(body) as { address?: unknown };
    return typeof address === 'string' ? parseAddress(address) : null;
  } catch {
    return null;
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
