import type { ChainEvent } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { Position } from '../decode/rows.js';

/**
 * What does not fit: `launch`, an app without a launch; `curve` and `pool`, reserves that do not follow from those before;
 * `transaction`, events that come together and did not; `feed`, a round that was left out; `balance`, a holder that spent what it
 * did not have; `constraint`, a row that the database refuses. Of the last two nothing can be written.
 */
type ContradictionKind = 'launch' | 'curve' | 'pool' | 'transaction' | 'feed' | 'balance' | 'constraint';

export interface Contradiction extends Position {
  readonly kind: ContradictionKind;
  /** The app's token; of `feed` the feed; null when the database does not say whose row it refused. */
  readonly app: Address | null;
  /** Block of the last event that did fit: the logs that are missing are of it, of this one, or between them. Null: unknown. */
  readonly since: number | null;
  /** Whose balance it is. */
  readonly holder?: Address;
  /** One sentence. */
  readonly what: string;
}

/** What was read cannot be all that happened: a block before it, or its own, lacks logs. */
export class ContradictionError extends Error {
  override readonly name = 'ContradictionError';
  /** Events of the range that it was found in, which is not written. */
  fresh: readonly ChainEvent[] = [];

  constructor(
    readonly contradiction: Contradiction,
    options?: ErrorOptions,
  ) {
    super(
      `app ${contradiction.app ?? 'unknown'}, block ${contradiction.blockNumber}: ${contradiction.what}`,
      options,
    );
  }
}

/** Contradictions that the chain itself was found to have. */
export interface Findings {
  /** By {@link keyOf}: indexed as they are. */
  readonly accepted: ReadonlySet<string>;
  /** Apps of which nothing is indexed from a block on. */
  readonly frozen: ReadonlyMap<Address, number>;
}

export const NO_FINDINGS: Findings = { accepted: new Set(), frozen: new Map() };

export function keyOf({ kind, app, blockNumber, logIndex }: Contradiction): string {
  return [kind, app, blockNumber, logIndex].join();
}
