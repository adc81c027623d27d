import type { SlipwayResponse } from '@slipway/sdk';
import { readAtBlock } from './read-at-block.js';

const responses = (...blocks: (number | null)[]) => {
  let reads = 0;
  return () => {
    const asOfBlock = blocks[Math.min(reads, blocks.length - 1)]!;
    reads += 1;
    return Promise.resolve({ data: reads, asOfBlock } as SlipwayResponse<number>);
  };
};

describe('a read that is true at a block', () => {
  const { signal } = new AbortController();

  it('is asked for again until the index is there', async () => {
    expect(await readAtBlock(7, responses(6, 7), signal)).toBe(2);
    expect(await readAtBlock(0, responses(6), signal)).toBe(1);
    expect(await readAtBlock(7, responses(null), signal)).toBe(1);
  });

  it('is what there is after some reads', async () => {
    expect(await readAtBlock(7, responses(6), signal, 2)).toBe(2);
  });

  it('is not asked for by a page that has gone', async () => {
    expect(await readAtBlock(7, responses(6), AbortSignal.abort())).toBe(1);
  });
});
