import type { FinalizedBlock } from './finalized-block.js';

/** Of which chain, and how, an index is made. */
export interface IndexerOptions {
  /** First block to read: the launchpad's, or earlier. */
  readonly startBlock: number;
  /** Blocks deeper than this below the node's newest are final. */
  readonly finalityBlocks: number;
  /** Final too is what is below it; absent where only the number of blocks counts. */
  readonly finalized?: FinalizedBlock;
  /** Most blocks to read at once. */
  readonly maxRange: number;
  /** Blocks of the first range; later ones grow. */
  readonly firstBlocks?: number;
  /** So many of the newest blocks are read with their headers, whose hashes are kept; 1,024 when not given. */
  readonly recentBlocks?: number;
  /** A local chain may lose any number of blocks, and is then followed to wherever it is. */
  readonly local: boolean;
}

/** The first block that a reorganisation may still reach, of a chain or an index with that newest block. */
export function firstUnfinal(
  { finalityBlocks, finalized }: Pick<IndexerOptions, 'finalityBlocks' | 'finalized'>,
  newest: number,
): number {
  return Math.max(newest - finalityBlocks, Math.min(newest - 1, finalized?.number ?? -1));
}
