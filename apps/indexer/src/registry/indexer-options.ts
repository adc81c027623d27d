/** Of which chain, and how, an index is made. */
export interface IndexerOptions {
  /** First block to read: the launchpad's, or earlier. */
  readonly startBlock: number;
  /** Blocks deeper than this below the node's newest are final. */
  readonly finalityBlocks: number;
  /** Most blocks to read at once. */
  readonly maxRange: number;
  /** Blocks of the first range; later ones grow. */
  readonly firstBlocks?: number;
  /** A local chain may lose any number of blocks, and is then followed to wherever it is. */
  readonly local: boolean;
}
