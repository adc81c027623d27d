import type { ServerResponse } from 'node:http';
import type { OpenResponseEnd } from '@slipway/http';
import { encodeFrame } from './frames.js';
import type { Finality } from './stream.types.js';
import type { Topic } from './topics.js';

/** Why a stream has ended: its client left, or did not read; the process ends; there is another outbox; its beginning cannot be read. */
export type StreamEnd = 'client' | 'slow' | 'shutdown' | 'reset' | 'unreadable';

/** One connection that listens, and what was written to it. */
export class StreamListener implements OpenResponseEnd {
  frames = 0;
  bytes = 0;
  reason: StreamEnd = 'client';
  /** What came while the beginning was written; null from then on. */
  private waiting: Buffer[] | null = [];
  private waitingBytes = 0;
  private isClosed = false;

  constructor(
    readonly response: ServerResponse,
    readonly topics: readonly Topic[],
    readonly finality: Finality,
    private readonly mostWaitingBytes: number,
  ) {}

  get isOpen(): boolean {
    return !this.isClosed;
  }

  hears(topic: string): boolean {
    return this.topics.some(({ name }) => name === topic);
  }

  /** What is new, in one write; after the beginning, if that is still on its way. */
  send(frames: readonly Buffer[]): void {
    if (this.isClosed || frames.length === 0) return;
    if (this.waiting === null) {
      this.write(frames);
      return;
    }
    for (const frame of frames) this.waitingBytes += frame.length;
    if (this.waitingBytes > this.mostWaitingBytes) this.endSlow();
    else this.waiting.push(...frames);
  }

  /** A part of the beginning. @returns once the client has taken most of it */
  async begin(frames: readonly Buffer[]): Promise<void> {
    if (this.isClosed || frames.length === 0) return;
    if (this.response.write(this.count(frames))) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        this.response.off('drain', done);
        this.response.off('close', done);
        resolve();
      };
      this.response.once('drain', done);
      this.response.once('close', done);
    });
  }

  /** The beginning is written: what came meanwhile follows it. */
  begun(): void {
    const frames = this.waiting ?? [];
    this.waiting = null;
    if (!this.isClosed && frames.length > 0) this.write(frames);
  }

  /** A comment, so that proxies keep the connection. */
  comment(): void {
    if (this.waiting !== null || this.isClosed) return;
    this.write([COMMENT]);
    this.frames -= 1;
  }

  /** Its connection is closed: nothing is written any more. */
  close(): void {
    this.isClosed = true;
    this.waiting = null;
  }

  end(reason: StreamEnd): void {
    if (this.isClosed) return;
    this.close();
    this.reason = reason;
    this.response.end();
  }

  private write(frames: readonly Buffer[]): void {
    // A batch alone is no sign of a slow client, whatever its size.
    const hadRead = this.response.writableLength === 0;
    this.response.write(this.count(frames));
    if (!hadRead && this.response.writableLength > this.mostWaitingBytes) this.endSlow();
  }

  /** The bytes of some frames, which are counted. */
  private count(frames: readonly Buffer[]): Buffer {
    const [first] = frames;
    const bytes = frames.length === 1 && first !== undefined ? first : Buffer.concat(frames);
    this.frames += frames.length;
    this.bytes += bytes.length;
    return bytes;
  }

  /** A client that does not read is told so, should it ever read again, and let go. */
  private endSlow(): void {
    if (this.isClosed) return;
    this.close();
    this.reason = 'slow';
    this.response.end(this.count([SLOW]));
    const socket = this.response.socket;
    setTimeout(() => socket?.destroy(), LINGER_MS).unref();
  }
}

const COMMENT = Buffer.from(':\n\n');
const SLOW = encodeFrame('reset', null, JSON.stringify({ reason: 'slow' }));

/** So long a slow client may take to read why it is closed. */
const LINGER_MS = 2_000;
