import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

/** What a receiver does with a message. */
export type Answer =
  | 'take'
  | 'take-slowly'
  | 'take-and-close'
  | 'take-and-flood'
  | 'refuse'
  | 'hang'
  | 'close'
  | 'redirect'
  | 'flood';

/** More than a worker reads, written as long as it listens. */
const FLOOD_BYTES = 2 ** 30;
const CHUNK = Buffer.alloc(2 ** 16, 'x');

/** Longer than the others, shorter than anyone's patience. */
const SLOWLY_MS = 400;

export interface ReceivedMessage {
  readonly id: string;
  readonly type: 'block' | 'retraction' | 'test';
  readonly subscriptionId: string;
  readonly sequence: number;
  readonly replay: boolean;
  /** The text of its `data`. */
  readonly data: string;
}

/** A receiver on loopback that verifies what it gets by the stock library, and keeps all that it read. */
export class VerifyingReceiver {
  /** All that came, also what was answered so that it comes again. */
  readonly received: ReceivedMessage[] = [];
  /** Messages whose signature did not verify, or that are no message. */
  readonly mistakes: string[] = [];
  /** Of messages under way at the same time. */
  mostAtOnce = 0;
  private atOnce = 0;
  /** Of each path, all that it ever had. */
  readonly secrets = new Map<string, string[]>();

  private constructor(
    private readonly server: Server,
    private readonly host: string,
    private readonly answerTo: () => Answer,
  ) {}

  static async start(host = '127.0.0.1', answerTo: () => Answer = () => 'take'): Promise<VerifyingReceiver> {
    const server = createServer();
    server.listen(0, host);
    await once(server, 'listening');
    const receiver = new VerifyingReceiver(server, host, answerTo);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      receiver.receive(request, response).catch((error: unknown) => receiver.mistakes.push(String(error)));
    });
    return receiver;
  }

  /** @param place whose secrets its messages are verified with */
  url(place: string): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}/${place}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  /** For another trial. */
  forget(): void {
    this.received.length = 0;
    this.mostAtOnce = 0;
  }

  /** Is away for a while, and cuts off what is under way. */
  async restart(awayMs: number): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    const closed = once(this.server, 'close');
    this.close();
    await closed;
    await delay(awayMs);
    this.server.listen(port, this.host);
    await once(this.server, 'listening');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    response.once('close', () => (this.atOnce -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    // Who subscribed has not been told the secret yet.
    const answer = this.secretsOf(request).length > 0 ? this.answerTo() : 'refuse';
    if (answer.startsWith('take')) this.keep(request, body);
    if (answer === 'take-slowly') await delay(SLOWLY_MS);
    const answers: Readonly<Record<Answer, () => unknown>> = {
      take: () => response.writeHead(204).end(),
      'take-slowly': () => response.writeHead(204).end(),
      'take-and-close': () => request.socket.destroy(),
      'take-and-flood': () => {
        flood(response.writeHead(200));
      },
      refuse: () => response.writeHead(500).end('no'),
      hang: () => undefined,
      close: () => request.socket.destroy(),
      redirect: () => response.writeHead(307, { Location: this.url('elsewhere') }).end(),
      flood: () => {
        flood(response.writeHead(503));
      },
    };
    answers[answer]();
  }

  private secretsOf({ url = '' }: IncomingMessage): readonly string[] {
    return this.secrets.get(url.slice(1)) ?? [];
  }

  private keep(request: IncomingMessage, body: string): void {
    const headers = request.headers as Record<string, string>;
    if (!this.secretsOf(request).some((secret) => isSigned(body, headers, secret)))
      throw new Error(`not signed by ${this.url(request.url ?? '')}`);
    const { data, ...rest } = JSON.parse(body) as Omit<ReceivedMessage, 'id' | 'data'> & { data: unknown };
    const at = body.indexOf(',"data":') + ',"data":'.length;
    const text = body.slice(at, -1);
    if (JSON.stringify(data) !== text) throw new Error('data is not as it is parsed');
    this.received.push({ ...rest, id: String(headers['webhook-id']), data: text });
  }
}

function isSigned(body: string, headers: Record<string, string>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Whoever listens hears a gigabyte. */
function flood(response: ServerResponse): void {
  let left = FLOOD_BYTES;
  const write = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= CHUNK.length;
      if (!response.write(CHUNK)) return;
    }
    response.end();
  };
  response.on('drain', write);
  write();
}
