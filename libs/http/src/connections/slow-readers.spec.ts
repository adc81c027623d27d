import { SlowReaders } from './slow-readers.js';

interface FakeSocket {
  bytesWritten: number;
  writableLength: number;
  _handle: { writeQueueSize: number };
}

describe('SlowReaders', () => {
  const socket = (waiting: number): FakeSocket => ({
    bytesWritten: 1_000_000,
    writableLength: waiting,
    _handle: { writeQueueSize: waiting },
  });

  /** Lets the client take some bytes of one large write, which node:net counts as waiting until it is done. */
  function take(from: FakeSocket, bytes: number): void {
    from._handle.writeQueueSize -= bytes;
  }

  it('finds a client that takes nothing for 30 s', () => {
    const readers = new SlowReaders<FakeSocket>();
    const stuck = socket(500_000);
    expect([0, 2_000, 29_999, 30_000].map((now) => readers.find([stuck], now))).toEqual([
      [],
      [],
      [],
      [stuck],
    ]);
  });

  it('leaves one that takes 8 KB in 30 s, and finds one that takes less', () => {
    const readers = new SlowReaders<FakeSocket>();
    const [slow, tooSlow] = [socket(500_000), socket(500_000)];
    const found = new Set<FakeSocket>();
    for (let now = 0; now <= 60_000; now += 2_000) {
      for (const one of readers.find([slow, tooSlow], now)) found.add(one);
      take(slow, 600);
      take(tooSlow, 500);
    }
    expect([...found]).toEqual([tooSlow]);
  });

  it('begins anew when nothing waits', () => {
    const readers = new SlowReaders<FakeSocket>();
    const reader = socket(500_000);
    readers.find([reader], 0);
    expect(readers.find([{ ...reader, writableLength: 0 }], 20_000)).toEqual([]);
    reader.writableLength = 0;
    readers.find([reader], 20_000);
    reader.writableLength = 500_000;
    expect([readers.find([reader], 31_000), readers.find([reader], 60_000)]).toEqual([[], []]);
  });
});
