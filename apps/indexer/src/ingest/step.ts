import type { Repaired } from '../repair/index-repair.js';
import type { Fork } from '../rollback/resolve-fork.js';
import type { BuiltKey } from '../tables/deferred-keys.js';
import type { UnknownRoot } from '../tables/rewards.js';

/** What one step did: `advanced`, `followed` and `rolled-back` ask for the next one at once. */
export type Step = Advanced | Followed | Fork | BuiltKeyStep | Repaired | { readonly kind: 'level' };

/** An index that was built before the last blocks of a long backfill. */
interface BuiltKeyStep extends BuiltKey {
  readonly kind: 'built-key';
}

interface Followed {
  readonly kind: 'followed';
  readonly distributors: number;
  /** Programs whose distributor began to enforce a tree that was not published here. */
  readonly unknownRoots: readonly UnknownRoot[];
}

interface Advanced extends Pick<Followed, 'unknownRoots'> {
  readonly kind: 'advanced';
  readonly block: number;
  readonly target: number;
  readonly events: number;
}
