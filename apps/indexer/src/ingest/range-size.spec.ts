import { RangeSize } from './range-size.js';

describe('RangeSize', () => {
  it('halves down to one block, then says that it cannot', () => {
    const range = new RangeSize(5);
    const sizes = [range.blocks];
    while (range.refuse(range.blocks)) sizes.push(range.blocks);
    expect(sizes).toEqual([5, 3, 2, 1]);
  });

  it('grows back to just below what was refused, and tries more only after many ranges', () => {
    const limit = 37;
    const range = new RangeSize(1_000);
    let refused = 0;
    for (let asked = 0; asked < 60; asked += 1) {
      if (range.blocks > limit) {
        refused += 1;
        range.refuse(range.blocks);
      } else range.accept(10);
    }
    expect(range.blocks).toBe(limit);
    expect(refused).toBeLessThan(15);
    for (let i = 0; i < 50; i += 1) range.accept(10);
    expect(range.blocks).toBeGreaterThan(limit);
  });

  it('takes the number of blocks that the node names, and not one that is no smaller', () => {
    const range = new RangeSize(1_000);
    range.refuse(100, 30);
    expect(range.blocks).toBe(30);
    range.refuse(30, 500);
    expect(range.blocks).toBe(15);
  });

  it('halves what was asked for, where that is less than may be', () => {
    const range = new RangeSize(1_000);
    range.refuse(8);
    expect(range.blocks).toBe(4);
  });

  it('is cut on a guess down to one block, and is what it was when that fails likewise', () => {
    const range = new RangeSize(100);
    const sizes: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      range.shrink(range.blocks);
      sizes.push(range.blocks);
    }
    expect(sizes).toEqual([25, 7, 2, 1, 100]);
  });

  it('is soon as large as before a guess when there was nothing in it', () => {
    const range = new RangeSize(100);
    for (let i = 0; i < 4; i += 1) range.shrink(range.blocks);
    for (let i = 0; i < 20; i += 1) range.accept(10);
    expect(range.blocks).toBe(100);
  });

  it('shrinks while ranges have many logs, and keeps its size while they have about enough', () => {
    const range = new RangeSize(100);
    range.accept(7_000);
    expect(range.blocks).toBe(100);
    range.accept(50_000);
    expect(range.blocks).toBe(50);
    range.accept(10);
    expect(range.blocks).toBe(75);
  });
});
