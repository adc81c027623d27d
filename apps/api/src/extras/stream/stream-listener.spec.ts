import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { encodeComment } from './frames.js';
import { StreamListener } from './stream-listener.js';

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

function listen(mostWaitingBytes: number): { dead: DeadResponse; listener: StreamListener } {
  const dead = new DeadResponse();
  return {
    dead,
    listener: new StreamListener(dead as unknown as ServerResponse, [], 'latest', mostWaitingBytes),
  };
}

const KILOBYTE = Buffer.alloc(1_024, 'x');

describe('StreamListener', () => {
  it('writes what came during the beginning after it, in one write', () => {
    const { dead, listener } = listen(10_000);
    listener.send([Buffer.from('a'), Buffer.from('b')]);
    listener.send([Buffer.from('c')]);
    expect(dead.written).toEqual([]);
    listener.begun();
    listener.send([Buffer.from('d')]);
    listener.comment(encodeComment(null));
    expect(dead.written).toEqual(['abc', 'd', ':\n\n']);
    expect([listener.frames, listener.bytes]).toEqual([4, 7]);
  });

  it.each([true, false])('tells a client that does not read, and lets it go; begun: %s', (isBegun) => {
    const { dead, listener } = listen(10 * 1_024);
    if (isBegun) listener.begun();
    for (let i = 0; i < 100; i += 1) listener.send([KILOBYTE]);
    expect(dead.isEnded).toBe(true);
    expect(dead.written.at(-1)).toBe('event: reset\ndata: {"reason":"slow"}\n\n');
    expect(dead.written.join('').length).toBeLessThan(12 * 1_024);
    expect(listener.isOpen).toBe(false);
    expect(listener).toMatchObject({ reason: 'slow', bytes: dead.written.join('').length });
  });

  it('keeps a client that has read everything, whatever a batch has', () => {
    const { dead, listener } = listen(1_024);
    listener.begun();
    listener.send(Array.from({ length: 10 }, () => KILOBYTE));
    expect(listener.isOpen).toBe(true);
    listener.send([KILOBYTE]);
    expect(listener.isOpen).toBe(false);
    expect(dead.isEnded).toBe(true);
  });

  it('writes what goes beyond its bound once the client has read, in order', async () => {
    const { dead, listener } = listen(100 * 1_024);
    listener.begun();
    listener.send(
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
    expect([listener.isOpen, listener.bytes]).toEqual([true, all.length]);
  });

  it('writes the beginning in parts, each when the one before was read', async () => {
    const { dead, listener } = listen(1_024);
    const beginning = listener.begin(Array.from({ length: 200 }, () => KILOBYTE));
    expect(dead.writableLength).toBe(64 * 1_024);
    for (let i = 0; i < 4; i += 1) {
      dead.emit('drain');
      await Promise.resolve();
    }
    await beginning;
    expect([dead.writableLength, listener.frames]).toEqual([200 * 1_024, 200]);
  });

  it('writes nothing once its connection is closed', async () => {
    const { dead, listener } = listen(10_000);
    const beginning = listener.begin([KILOBYTE]);
    listener.close();
    dead.emit('close');
    await beginning;
    listener.begun();
    listener.send([KILOBYTE]);
    listener.comment(encodeComment(null));
    expect(dead.written).toHaveLength(1);
  });
});
