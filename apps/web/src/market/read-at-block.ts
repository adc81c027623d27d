import type { SlipwayResponse } from '@slipway/sdk';

/** The first pause; the second is twice as long, and so on. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** In some 15 seconds. */
const MOST_READS = 11;

/**
 * Reads until the index has reached a block, such as that of one's own transaction.
 * @param mostReads after them it is what there is
 */
export async function readAtBlock<T>(
  block: number,
  read: () => Promise<SlipwayResponse<T>>,
  signal: AbortSignal,
  mostReads = MOST_READS,
): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    const { data, asOfBlock } = await read();
    if (asOfBlock === null || asOfBlock >= block || reads >= mostReads || signal.aborted) return data;
    await new Promise((resolve) => setTimeout(resolve, Math.min(PAUSE_MS * reads, LONGEST_PAUSE_MS)));
  }
}
