import type { AsOfBlock } from '@slipway/domain';

/** Where the cache learns which block is the indexed head. The app binds it to what follows the indexer. */
export abstract class IndexHead {
  /** The head as last heard, or null when nothing is indexed or known yet. Never waits. */
  abstract current(): AsOfBlock | null;
}
