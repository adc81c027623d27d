import type { StreamBodies } from './stream-bodies.js';
import { StreamHeals } from './stream-heals.js';
import type { ToldOutbox } from './told-outbox.js';
import { toTopic, type StateTopic } from './types/topics.js';

const candles = (digit: number): StateTopic =>
  toTopic(`candles:0x${String(digit).repeat(40)}:1m`) as StateTopic;

describe('StreamHeals', () => {
  let asked: {
    name: string;
    since: number;
    resolve: (bodies: string[]) => void;
    reject: (error: Error) => void;
  }[];
  let told: { moment: string; seq: number; revision: number };
  let heals: StreamHeals;

  beforeEach(() => {
    asked = [];
    told = { moment: '1-1:7', seq: 7, revision: 3 };
    const bodies = {
      readCandles: ({ name }: StateTopic, since: number) =>
        new Promise<string[]>((resolve, reject) => asked.push({ name, since, resolve, reject })),
    } as Partial<StreamBodies> as StreamBodies;
    heals = new StreamHeals(told as ToldOutbox, bodies);
  });

  it('reads once for all that were cut off at one moment, and again at the next', async () => {
    const both = [heals.of(candles(1), 5), heals.of(candles(1), 5)];
    asked[0]?.resolve(['a']);
    expect(await Promise.all(both)).toEqual([['a'], ['a']]);
    void heals.of(candles(1), 6);
    told.moment = '1-1:8';
    void heals.of(candles(1), 5);
    expect(asked.map(({ since }) => since)).toEqual([5, 6, 5]);
  });

  it('reads four at a time, and gives the place of one that fails to the next', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((digit) => heals.of(candles(digit), 5));
    expect(asked).toHaveLength(4);
    asked[0]?.reject(new Error('away'));
    await expect(all[0]).rejects.toThrow('away');
    asked[1]?.resolve([]);
    await all[1];
    expect(asked).toHaveLength(6);
    for (const { resolve } of asked) resolve([]);
    await Promise.all(all.slice(1));
    const again = heals.of(candles(1), 5);
    expect(asked).toHaveLength(7);
    asked[6]?.resolve(['b']);
    expect(await again).toEqual(['b']);
  });
});
