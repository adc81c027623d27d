import { LowerChain } from './resolve-fork.js';

describe('a local chain that is lower than the index', () => {
  it('is believed after ten looks that take five seconds, and none of a higher one between', () => {
    const chain = new LowerChain();
    const looks = (count: number, everyMs: number): boolean[] =>
      Array.from({ length: count }, (_, i) => chain.isLasting(i * everyMs));
    expect(looks(9, 1_000)).not.toContain(true);
    expect(chain.isLasting(9_000)).toBe(true);
    chain.reset();
    expect(looks(50, 10)).not.toContain(true);
    for (let i = 0; i < 20; i += 1) {
      chain.reset();
      expect(looks(5, 2_000)).not.toContain(true);
    }
  });
});
