import type { ServerResponse } from 'node:http';
import type { OpenResponseEnd } from '@slipway/http';
import { encodeFrame } from './frames.js';
import type { Finality, Topic } from './topics.js';

/** Why a stream has ended: its client left, or did not read; the process ends; there is another outbox; its beginning cannot be read. */
export type StreamEnd = 'client' | 'slow' | 'shutdown' | 'reset' | 'unreadable';

/** One connection that listens, and the frames written to it. */
export class Subscriber implements OpenResponseEnd {
  frames = 0;
  bytes = 0;
  reason: StreamEnd = 'client';
  /** What came while the beginning was written; null from then on. */
  private waiting: Buffer[] | null = [];
  private waitingBytes = 0;
  /** Pieces that follow once the client has read: shared with all that they are for. */
  private rest = NOTHING;
  private isDraining = false;
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

  /** New frames, in one write; after the beginning, if that is still on its way. */
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
    for (const piece of toPieces(frames)) {
      if (this.isClosed) return;
      this.bytes += piece.length;
      if (!this.response.write(piece))
        await new Promise<void>((resolve) => {
          this.whenDrained(resolve);
        });
    }
    this.frames += frames.length;
  }

  /** The beginning is written: what came meanwhile follows it. */
  begun(): void {
    const frames = this.waiting ?? [];
    this.waiting = null;
    if (!this.isClosed && frames.length > 0) this.write(frames);
  }

  /** @param frame of `encodeComment`, which is of this subscriber's finality */
  comment(frame: Buffer): void {
    if (this.waiting !== null || this.isClosed) return;
    this.write([frame]);
    this.frames -= 1;
  }

  /** Its connection is closed: nothing is written any more. */
  close(): void {
    this.isClosed = true;
    this.waiting = null;
    this.rest = NOTHING;
  }

  end(reason: StreamEnd): void {
    if (this.isClosed) return;
    this.close();
    this.reason = reason;
    this.response.end();
  }

  private write(frames: readonly Buffer[]): void {
    // A batch alone is no sign of a slow client, whatever its size: the part beyond the bound follows as the client reads.
    const hadRead = this.response.writableLength === 0 && this.rest.length === 0;
    this.frames += frames.length;
    const pieces = toPieces(frames);
    this.rest = this.rest.length === 0 ? pieces : [...this.rest, ...pieces];
    this.flush();
    if (!hadRead && this.waitingLength() > this.mostWaitingBytes) this.endSlow();
  }

  private waitingLength(): number {
    return this.rest.reduce((sum, piece) => sum + piece.length, this.response.writableLength);
  }

  /** Writes what follows, as far as the bound goes, and the rest once the client has read. */
  private flush(): void {
    let written = 0;
    for (const piece of this.rest) {
      if (this.response.writableLength >= this.mostWaitingBytes) break;
      this.bytes += piece.length;
      written += 1;
      this.response.write(piece);
    }
    this.rest = written === this.rest.length ? NOTHING : this.rest.slice(written);
    if (this.rest === NOTHING || this.isDraining) return;
    this.isDraining = true;
    this.whenDrained(() => {
      this.isDraining = false;
      this.flush();
    });
  }

  /** Calls once, when the client has read all frames, or has left. */
  private whenDrained(then: () => void): void {
    const done = (): void => {
      this.response.off('drain', done);
      this.response.off('close', done);
      then();
    };
    this.response.once('drain', done);
    this.response.once('close', done);
  }

  /** A client that does not read is told so, should it ever read again, and let go. */
  private endSlow(): void {
    if (this.isClosed) return;
    this.close();
    this.reason = 'slow';
    this.frames += 1;
    this.bytes += SLOW.length;
    this.response.end(SLOW);
    const socket = this.response.socket;
    setTimeout(() => socket?.destroy(), LINGER_MS).unref();
  }
}

const NOTHING: readonly Buffer[] = [];
const SLOW = encodeFrame('reset', null, JSON.stringify({ reason: 'slow' }));

/** So long a slow client may take to read why it is closed. */
const LINGER_MS = 2_000;

/** Frames are written in pieces of about so many bytes: no more than one of them goes beyond a bound. */
const PIECE_BYTES = 65_536;

const known = new WeakMap<readonly Buffer[], readonly Buffer[]>();

/** Whole frames together, made once for all subscribers that the same frames are for. */
function toPieces(frames: readonly Buffer[]): readonly Buffer[] {
  const found = known.get(frames);
  if (found !== undefined) return found;
  const pieces: Buffer[] = [];
  let piece: Buffer[] = [];
  let bytes = 0;
  for (const frame of frames) {
    if (bytes + frame.length > PIECE_BYTES && piece.length > 0) {
      pieces.push(Buffer.concat(piece));
      [piece, bytes] = [[], 0];
    }
    piece.push(frame);
    bytes += frame.length;
  }
  const [first] = piece;
  if (first !== undefined) pieces.push(piece.length === 1 ? first : Buffer.concat(piece));
  known.set(frames, pieces);
  return pieces;
}
