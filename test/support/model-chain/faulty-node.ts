import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from '../forward-rpc.js';
import { answerCall, type RpcCall } from './answer-call.js';
import {
  FAULTS,
  HANG,
  type Fault,
  type FaultName,
  type HttpAnswer,
  type Meeting,
  type Reply,
} from './faults.js';
import type { ModelChain } from './model-chain.js';

/** How often a fault that does not last is met. */
const CHANCE = 0.3;

/** What answers requests. */
interface RespondingNode {
  /** @returns a response; open when nothing is sent to the end of it */
  respond(body: string): HttpAnswer & { readonly isOpen: boolean };
}

/** A node of a model chain with some faults, all at once. */
export class FaultyNode implements RespondingNode {
  /** How many times each fault was really done. */
  readonly done = new Map<FaultName, number>();
  private readonly seen = new Map<string, number>();
  private readonly size: number;
  private isCalm = false;

  /** @param left how many times faults that do not last are done yet */
  constructor(
    private readonly chain: ModelChain,
    private readonly faults: readonly FaultName[],
    private readonly random: () => number,
    private left: number,
  ) {
    this.size = Math.floor(random() * 100);
  }

  /** Only what lasts stays. */
  calm(): void {
    this.left = 0;
    this.isCalm = true;
  }

  respond(body: string): HttpAnswer & { readonly isOpen: boolean } {
    const parsed = JSON.parse(body) as RpcCall | RpcCall[];
    const isBatch = Array.isArray(parsed);
    const met = this.faults.filter((name) => this.isMet(FAULTS[name]));
    const meeting: Meeting = {
      blocks: this.chain.blocks,
      random: this.random,
      size: this.size,
      seen: this.seen,
    };
    let { blocks } = meeting;
    for (const [name, { view }] of namedOf(met)) {
      if (view === undefined) continue;
      blocks = view({ ...meeting, blocks });
      this.note(name);
    }
    const calls = [parsed].flat();
    for (const [name, { http }] of namedOf(met)) {
      const answer = http?.(calls, isBatch, meeting) ?? null;
      if (answer === null) continue;
      this.note(name);
      return { ...answer, isOpen: false };
    }
    const within = { ...meeting, blocks };
    let replies: readonly Reply[] = calls.map((call) => this.reply(call, met, within));
    for (const [name, { order }] of namedOf(met)) {
      if (order === undefined) continue;
      replies = order(replies);
      this.note(name);
    }
    const texts = replies.map(({ id, outcome }) => JSON.stringify({ jsonrpc: '2.0', id, ...outcome }));
    return this.send(isBatch ? `[${texts.join()}]` : (texts[0] ?? ''), met);
  }

  private reply(call: RpcCall, met: readonly FaultName[], meeting: Meeting): Reply {
    let outcome = answerCall(meeting.blocks, call);
    for (const [name, { outcome: change }] of namedOf(met)) {
      const changed = change?.(call, outcome, meeting);
      if (changed === undefined) continue;
      outcome = changed;
      this.note(name);
    }
    return { id: call.id, outcome };
  }

  private send(whole: string, met: readonly FaultName[]): HttpAnswer & { readonly isOpen: boolean } {
    let body = whole;
    for (const [name, { text }] of namedOf(met)) {
      if (text === undefined) continue;
      this.note(name);
      const sent = text(body);
      if (sent === HANG) return { status: 200, body: body.slice(0, body.length / 2), isOpen: true };
      body = sent;
    }
    return { status: 200, body, isOpen: false };
  }

  private isMet({ lasts }: Fault): boolean {
    if (lasts !== 'a while') return lasts === 'always' || !this.isCalm;
    return this.left > 0 && this.random() < CHANCE;
  }

  private note(name: FaultName): void {
    this.done.set(name, (this.done.get(name) ?? 0) + 1);
    if (FAULTS[name].lasts === 'a while') this.left -= 1;
  }
}

function namedOf(names: readonly FaultName[]): readonly (readonly [FaultName, Fault])[] {
  return names.map((name) => [name, FAULTS[name]]);
}

/** Serves nodes over HTTP, each at a path: connections stay open from one trial to the next. */
export class NodeServer {
  private readonly nodes = new Map<string, RespondingNode>();
  private count = 0;
  /** Called before each answer. */
  onRequest: () => void = () => undefined;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<NodeServer> {
    const server = createServer();
    const nodes = new NodeServer(server);
    server.on('request', (request, response) => {
      nodes.respond(request, response).catch((error: unknown) => {
        response.destroy(error as Error);
        throw error;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return nodes;
  }

  /** @returns the URLs of nodes, in place of those before */
  serve(nodes: readonly RespondingNode[]): string[] {
    this.nodes.clear();
    const { port } = this.server.address() as AddressInfo;
    return nodes.map((node) => {
      const path = `/${(this.count += 1)}`;
      this.nodes.set(path, node);
      return `http://127.0.0.1:${port}${path}`;
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const node = this.nodes.get(request.url ?? '');
    // Of a trial that is over.
    if (node === undefined) return void response.destroy();
    this.onRequest();
    const { status, headers, body: sent, isOpen } = node.respond(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    if (isOpen) response.write(sent);
    else response.end(sent);
  }
}
