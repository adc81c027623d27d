import type { AsOfBlock } from '@slipway/domain';

export interface HeadOfIndex extends AsOfBlock {
  /** Grows with each state of the index; absent where no list is paginated by it. */
  readonly indexRevision?: string;
}

/** Tells the cache which block is the indexed head. The app binds it to what follows the indexer. */
export abstract class IndexHead {
  /** The head as last announced, or null when nothing is indexed or known yet. Never waits. */
  abstract current(): HeadOfIndex | null;
}
