import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** What a receiver does with a message. */
export type Answer = 'take' | 'refuse' | 'hang' | 'close' | 'redirect' | 'take-and-close' | 'flood';

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
  /** Of each subscription. */
  readonly secrets = new Map<string, string>();

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

  /** @param subscription whose secret its messages are verified with */
  url(subscription: string): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}/${subscription}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
    response.once('close', () => (this.atOnce -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const answer = this.answerTo();
    if (answer === 'refuse') response.writeHead(500).end('no');
    else if (answer === 'redirect') response.writeHead(307, { Location: this.url('elsewhere') }).end();
    else if (answer === 'close') request.socket.destroy();
    else if (answer === 'flood') response.writeHead(503).end(Buffer.alloc(2 ** 20));
    if (answer !== 'take' && answer !== 'take-and-close') return;
    this.keep(request, body);
    if (answer === 'take') response.writeHead(204).end();
    else request.socket.destroy();
  }

  private keep({ url = '', headers }: IncomingMessage, body: string): void {
    const secret = this.secrets.get(url.slice(1)) ?? '';
    new Webhook(secret).verify(body, headers as Record<string, string>);
    const { data, ...rest } = JSON.parse(body) as Omit<ReceivedMessage, 'id' | 'data'> & { data: unknown };
    const at = body.indexOf(',"data":') + ',"data":'.length;
    const text = body.slice(at, -1);
    if (JSON.stringify(data) !== text) throw new Error('data is not as it is parsed');
    this.received.push({ ...rest, id: String(headers['webhook-id']), data: text });
  }
}
