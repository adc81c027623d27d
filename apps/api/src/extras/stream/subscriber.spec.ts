import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { encodeComment } from './frames.js';
import { Subscriber } from './subscriber.js';

/** A client that reads nothing: whatever is written waits. */
class DeadResponse extends EventEmitter {
  readonly written: string[] = [];
  writableLength = 0;
  isEnded = false;
  readonly socket = null;

  write(bytes: Buffer): boolean {
    this.written.push(bytes.toString());
    this.writableLength += bytes.length;
    return false;
  }

  end(bytes?: Buffer): void {
    if (bytes !== undefined) this.written.push(bytes.toString());
    this.isEnded = true;
  }
}

function listen(mostWaitingBytes: number): { dead: DeadResponse; subscriber: Subscriber } {
  const dead = new DeadResponse();
  return {
    dead,
    subscriber: new Subscriber(dead as unknown as ServerResponse, [], 'latest', mostWaitingBytes),
  };
}

const KILOBYTE = Buffer.alloc(1_024, 'x');

describe('Subscriber', () => {
  it('writes what came during the beginning after it, in one write', () => {
    const { dead, subscriber } = listen(10_000);
    subscriber.send([Buffer.from('a'), Buffer.from('b')]);
    subscriber.send([Buffer.from('c')]);
    expect(dead.written).toEqual([]);
    subscriber.begun();
    subscriber.send([Buffer.from('d')]);
    subscriber.comment(encodeComment(null));
    expect(dead.written).toEqual(['abc', 'd', ':\n\n']);
    expect([subscriber.frames, subscriber.bytes]).toEqual([4, 7]);
  });

  it.each([true, false])('tells a client that does not read, and lets it go; begun: %s', (isBegun) => {
    const { dead, subscriber } = listen(10 * 1_024);
    if (isBegun) subscriber.begun();
    for (let i = 0; i < 100; i += 1) subscriber.send([KILOBYTE]);
    expect(dead.isEnded).toBe(true);
    expect(dead.written.at(-1)).toBe('event: reset\ndata: {"reason":"slow"}\n\n');
    expect(dead.written.join('').length).toBeLessThan(12 * 1_024);
    expect(subscriber.isOpen).toBe(false);
    expect(subscriber).toMatchObject({ reason: 'slow', bytes: dead.written.join('').length });
  });

  it('keeps a client that has read everything, whatever a batch has', () => {
    const { dead, subscriber } = listen(1_024);
    subscriber.begun();
    subscriber.send(Array.from({ length: 10 }, () => KILOBYTE));
    expect(subscriber.isOpen).toBe(true);
    subscriber.send([KILOBYTE]);
    expect(subscriber.isOpen).toBe(false);
    expect(dead.isEnded).toBe(true);
  });

  it('writes what goes beyond its bound once the client has read, in order', async () => {
    const { dead, subscriber } = listen(100 * 1_024);
    subscriber.begun();
    subscriber.send(
      Array.from({ length: 300 }, (_, i) => Buffer.alloc(1_024, String.fromCharCode(97 + (i % 26)))),
    );
    expect(dead.writableLength).toBeLessThanOrEqual(164 * 1_024);
    const all = Array.from({ length: 300 }, (_, i) => String.fromCharCode(97 + (i % 26)).repeat(1_024)).join(
      '',
    );
    for (let i = 0; i < 5; i += 1) {
      dead.writableLength = 0;
      dead.emit('drain');
      await Promise.resolve();
      expect(dead.writableLength).toBeLessThanOrEqual(164 * 1_024);
    }
    expect(dead.written.join('')).toBe(all);
    expect([subscriber.isOpen, subscriber.bytes]).toEqual([true, all.length]);
  });

  it('writes the beginning in parts, each when the one before was read', async () => {
    const { dead, subscriber } = listen(1_024);
    const beginning = subscriber.begin(Array.from({ length: 200 }, () => KILOBYTE));
    expect(dead.writableLength).toBe(64 * 1_024);
    for (let i = 0; i < 4; i += 1) {
      dead.emit('drain');
      await Promise.resolve();
    }
    await beginning;
    expect([dead.writableLength, subscriber.frames]).toEqual([200 * 1_024, 200]);
  });

  it('writes nothing once its connection is closed', async () => {
    const { dead, subscriber } = listen(10_000);
    const beginning = subscriber.begin([KILOBYTE]);
    subscriber.close();
    dead.emit('close');
    await beginning;
    subscriber.begun();
    subscriber.send([KILOBYTE]);
    subscriber.comment(encodeComment(null));
    expect(dead.written).toHaveLength(1);
  });
});
