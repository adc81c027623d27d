import type { SlipwayResponse } from '@slipway/sdk';

const PAUSE_MS = 500;
const MOST_READS = 30;

/** Reads until the index has reached a block, such as that of one's own transaction; after 15 seconds what there is. */
export async function readAtBlock<T>(
  block: number,
  read: () => Promise<SlipwayResponse<T>>,
  signal: AbortSignal,
): Promise<T> {
  for (let left = MOST_READS; ; left -= 1) {
    const { data, asOfBlock } = await read();
    if (asOfBlock === null || asOfBlock >= block || left === 0 || signal.aborted) return data;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
