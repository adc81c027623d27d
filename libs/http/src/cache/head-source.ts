import type { AsOf } from '@slipway/domain';

/** Where the cache learns which block is the indexed head. The app binds it to what follows the indexer. */
export abstract class HeadSource {
  /** The head as last heard, or null when nothing is indexed or known yet. Never waits. */
  abstract current(): AsOf | null;
}
