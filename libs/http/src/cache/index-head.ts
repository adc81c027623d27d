import type { AsOfBlock } from '@slipway/domain';

/** Tells the cache which block is the indexed head. The app binds it to what follows the indexer. */
export abstract class IndexHead {
  /** The head as last announced, or null when nothing is indexed or known yet. Never waits. */
  abstract current(): AsOfBlock | null;
}
