import { createReadStream } from 'node:fs';
import { errorCode } from '../error-code.js';
import { SyntaxScan, type ByteRange } from './syntax-scan.js';

/** What a state file holds, without what makes it large. */
export interface StateOutline {
  readonly bestBlock: bigint;
  /** Where the blocks lie in the file, in its order, which is not theirs. */
  readonly blocks: readonly ByteRange[];
  /** The text of blocks 0 and 1, by their places in {@link blocks}. */
  readonly first: ReadonlyMap<number, string>;
}

const CHUNK_BYTES = 1024 * 1024;

const FIRST_BLOCKS = /"number":"0x[01]"/;

/**
 * Reads a state file in pieces: it grows with every block, beyond what a string of JavaScript may be.
 *
 * @returns null when the file is missing, was cut off, or is no state file
 */
export async function scanState(file: string): Promise<StateOutline | null> {
  const blocks: ByteRange[] = [];
  const first = new Map<number, string>();
  const scan = new SyntaxScan('blocks', (range, text) => {
    if (FIRST_BLOCKS.test(text)) first.set(blocks.length, text);
    blocks.push(range);
  });
  try {
    const stream: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of stream) scan.add(chunk);
    const state = JSON.parse(scan.skeleton) as { best_block_number?: string | number };
    if (state.best_block_number === undefined) return null;
    return { bestBlock: BigInt(state.best_block_number), blocks, first };
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
