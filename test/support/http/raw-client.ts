import { connect, type Socket } from 'node:net';
import { noteRawExchanges } from './raw-exchanges.js';

const KEPT = 1_000_000;

/** A client that says and reads exactly what a test wants, on one connection. */
export class RawClient {
  /** What it has read. */
  text = '';
  bytesRead = 0;
  isClosed = false;
  private sent = '';

  private constructor(readonly socket: Socket) {
    socket.on('close', () => {
      this.isClosed = true;
      noteRawExchanges(this.sent, Buffer.from(this.text, 'latin1'));
    });
    // A server that cuts a connection off while something is sent to it shows as an error here.
    socket.on('error', () => undefined);
  }

  /** @param reads false for one that never reads */
  static async open(port: number, { host = '127.0.0.1', reads = true } = {}): Promise<RawClient> {
    const socket = connect(port, host);
    const client = new RawClient(socket);
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    if (reads) client.read();
    return client;
  }

  send(text: string): void {
    if (this.sent.length < KEPT) this.sent += text;
    this.socket.write(text);
  }

  read(): void {
    this.socket.on('data', (chunk) => {
      this.bytesRead += chunk.length;
      if (this.text.length < KEPT) this.text += chunk.toString('latin1');
    });
  }

  close(): void {
    this.socket.destroy();
  }

  /** The status of each response that was read. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]));
  }
}
