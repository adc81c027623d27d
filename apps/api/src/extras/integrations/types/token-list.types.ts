import type { Address } from '@slipway/domain';
import type { AtFinal } from './final-events.types.js';

/** A graduated app as a list of tokens names it. */
export interface ListedAppRow {
  readonly token: Address;
  readonly name: string;
  readonly symbol: string;
}

export interface TokenListRow extends AtFinal {
  readonly chainId: number;
  readonly platformToken: Address;
  readonly platformSymbol: string;
  /** Counts operators' changes of the public list. */
  readonly operatorChanges: number;
  /** Of the last graduation, which operators may hide, or of their last change; else of the first block with events. Seconds. */
  readonly changedAt: number;
  readonly apps: readonly ListedAppRow[];
}
