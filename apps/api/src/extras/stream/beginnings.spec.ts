import type { OutboxFollower } from './outbox-follower.js';
import type { StreamBodies } from './stream-bodies.js';
import { Beginnings } from './beginnings.js';
import { closedState } from './stream-state.js';
import { toTopic, type StateTopic } from './topics.js';

const candles = (digit: number): StateTopic =>
  toTopic(`candles:0x${String(digit).repeat(40)}:1m`) as StateTopic;

describe('Beginnings', () => {
  let asked: {
    name: string;
    since: number;
    resolve: (bodies: string[]) => void;
    reject: (error: Error) => void;
  }[];
  let outbox: Pick<OutboxFollower, 'state'>;
  let beginnings: Beginnings;

  beforeEach(() => {
    asked = [];
    outbox = { state: closedState({ revision: 3, isStale: false }) };
    const bodies = {
      readCandles: ({ name }: StateTopic, since: number) =>
        new Promise<string[]>((resolve, reject) => asked.push({ name, since, resolve, reject })),
    } as Partial<StreamBodies> as StreamBodies;
    beginnings = new Beginnings(outbox as OutboxFollower, bodies);
  });

  it('reads once for all that were cut off at one moment, and again at the next', async () => {
    const both = [beginnings.changed(candles(1), 5), beginnings.changed(candles(1), 5)];
    asked[0]?.resolve(['a']);
    expect(await Promise.all(both)).toEqual([['a'], ['a']]);
    const later = [beginnings.changed(candles(1), 6)];
    outbox.state = { ...outbox.state, seq: 8 };
    later.push(beginnings.changed(candles(1), 5));
    expect(asked.map(({ since }) => since)).toEqual([5, 6, 5]);
    for (const { resolve } of asked) resolve([]);
    await Promise.all(later);
  });

  it('reads four at a time, and gives the place of one that fails to the next', async () => {
    const all = [1, 2, 3, 4, 5, 6].map((digit) => beginnings.changed(candles(digit), 5));
    expect(asked).toHaveLength(4);
    asked[0]?.reject(new Error('away'));
    await expect(all[0]).rejects.toThrow('away');
    asked[1]?.resolve([]);
    await all[1];
    expect(asked).toHaveLength(6);
    for (const { resolve } of asked) resolve([]);
    await Promise.all(all.slice(1));
    const again = beginnings.changed(candles(1), 5);
    expect(asked).toHaveLength(7);
    asked[6]?.resolve(['b']);
    expect(await again).toEqual(['b']);
  });
});
