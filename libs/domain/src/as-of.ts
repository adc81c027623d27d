/** The indexed block that a response is true at. */
export interface AsOfBlock {
  readonly block: bigint;
  /** The block's own time. */
  readonly time: Date;
  /** The block's hash, 64 hexadecimal digits. */
  readonly hash: string;
  /** Changes whenever a response could: with the block's hash, what operators change, and lag. */
  readonly version: string;
  /** Grows with each state of the index; absent where it is not known. */
  readonly indexRevision?: string;
}

/** What a chain-derived read returns: its data and the block the data is true at. */
export interface AsOf<T> {
  readonly asOf: AsOfBlock;
  readonly body: T;
  /** When the wall clock ends it, though the block stays; absent when only a block does. */
  readonly validUntil?: Date;
  /** Whether no later block can change it. */
  readonly isFinal?: boolean;
  /** A `Link` header (RFC 8288) that belongs to it; absent when there is none. */
  readonly link?: string | undefined;
}
