import { RangeSize } from './range-size.js';

describe('RangeSize', () => {
  it('halves down to one block, then says that it cannot', () => {
    const range = new RangeSize(5);
    const sizes = [range.blocks];
    while (range.shrink()) sizes.push(range.blocks);
    expect(sizes).toEqual([5, 3, 2, 1]);
  });

  it('grows back to its maximum while ranges have few logs, and shrinks when they have many', () => {
    const range = new RangeSize(100);
    while (range.shrink());
    for (let i = 0; i < 20; i += 1) range.adapt(10);
    expect(range.blocks).toBe(100);
    range.adapt(7_000);
    expect(range.blocks).toBe(100);
    range.adapt(50_000);
    expect(range.blocks).toBe(50);
  });
});
