import type { BlockRange, RangeRead } from './range-logs.js';
import { ReadAhead } from './read-ahead.js';

describe('ReadAhead', () => {
  it('begins as many reads as may be on their way, one after the other, up to the last block', () => {
    const begun: BlockRange[] = [];
    const begin = (range: BlockRange): Promise<RangeRead> => {
      begun.push(range);
      return new Promise(() => undefined);
    };
    const ahead = new ReadAhead();
    const plan =
      (blocks: number) =>
      (from: number): BlockRange => ({ from, to: Math.min(from + blocks - 1, 30) });
    ahead.fill(10, 30, 1, plan(5), begin);
    expect(begun).toEqual([{ from: 10, to: 14 }]);
    ahead.fill(10, 30, 1, plan(5), begin);
    expect(begun).toHaveLength(1);
    ahead.fill(10, 30, 3, plan(20), begin);
    expect(begun.slice(1)).toEqual([{ from: 15, to: 30 }]);
    expect(ahead.take(10)).not.toBeNull();
    expect(ahead.take(99)).toBeNull();
    expect(ahead.take(15)).toBeNull();
  });
});
