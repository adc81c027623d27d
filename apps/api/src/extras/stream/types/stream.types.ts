import type { OutboxBlocks, OutboxHead, OutboxRetraction } from '@slipway/database';
import type { Address } from '@slipway/domain';

export type { OutboxBlock, OutboxEvent, OutboxHead, OutboxRetraction, UndoneEvent } from '@slipway/database';

/** Up to which blocks a subscriber is told: the newest ones, or those that are never taken back. */
export const FINALITIES = ['latest', 'final'] as const;
export type Finality = (typeof FINALITIES)[number];

/** Where a subscriber stood: which outbox, and up to which of its entries. */
export interface StreamPosition {
  readonly epoch: string;
  readonly seq: number;
}

/** What the tables say now of an app that an entry is of. */
interface OutboxApp {
  readonly symbol: string;
  readonly isHidden: boolean;
}

/** A row of the outbox, which has several entries. */
export type OutboxRow = {
  /** The number of its last entry. */
  readonly seq: number;
  readonly entries: number;
  /** The block of its last entry. */
  readonly block: number;
  /** By token; an app whose launch was undone since is not there. */
  readonly apps: Readonly<Record<Address, OutboxApp>>;
} & (
  | { readonly kind: 'events'; readonly body: OutboxBlocks }
  | { readonly kind: 'head'; readonly body: OutboxHead }
  | { readonly kind: 'retract'; readonly body: OutboxRetraction }
);

/** The outbox after a position. */
export interface OutboxTail {
  /** Null while nothing is written to it. */
  readonly epoch: string | null;
  /** The last entry that was ever written; null before the first. */
  readonly lastSeq: number | null;
  /** The state of the index that it belongs to; 0 before the first. */
  readonly revision: number;
  /** Whether prices are stale now. */
  readonly isStale: boolean;
  readonly rows: readonly OutboxRow[];
}
