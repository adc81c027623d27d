import { RangeSize } from './range-size.js';

describe('RangeSize', () => {
  it('halves down to one block, then says that it cannot', () => {
    const range = new RangeSize(5);
    const sizes = [range.blocks];
    while (range.refuse()) sizes.push(range.blocks);
    expect(sizes).toEqual([5, 3, 2, 1]);
  });

  it('grows back to just below what was refused, and tries more only after many ranges', () => {
    const limit = 37;
    const range = new RangeSize(1_000);
    let refused = 0;
    for (let asked = 0; asked < 60; asked += 1) {
      if (range.blocks > limit) {
        refused += 1;
        range.refuse();
      } else range.accept(10);
    }
    expect(range.blocks).toBe(limit);
    expect(refused).toBeLessThan(15);
    for (let i = 0; i < 50; i += 1) range.accept(10);
    expect(range.blocks).toBeGreaterThan(limit);
  });

  it('is halved by a suspicion, and soon as large as before when there was nothing in it', () => {
    const range = new RangeSize(100);
    for (let i = 0; i < 10; i += 1) range.shrink();
    expect(range.blocks).toBe(1);
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
