import type { Address } from '@slipway/domain';

/** Up to which blocks a listener is told: the newest ones, or those that are never taken back. */
export const FINALITIES = ['latest', 'final'] as const;
export type Finality = (typeof FINALITIES)[number];

/** What a rollback took back, as the outbox has it. */
interface UndoneEvent {
  readonly kind: 'trade' | 'launch' | 'graduation';
  readonly token: Address;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly txHash: string;
}

/** The body of a `head` entry. */
export interface HeadBody {
  readonly hash: string;
  readonly time: string;
  /** Apps whose reserves moved. */
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/** The body of a `retract` entry, whose block is the last that stays. */
export interface RetractBody {
  readonly toBlock: number;
  readonly validHash: string;
  readonly validTime: string;
  readonly undone: readonly UndoneEvent[];
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/** Where a listener stood: which outbox, and up to which of its entries. */
export interface StreamPosition {
  readonly epoch: string;
  readonly seq: number;
}

/** An entry of the outbox, as the index keeps it. */
export interface OutboxRow {
  readonly seq: number;
  readonly block: number;
  readonly kind: 'head' | 'launch' | 'trade' | 'graduation' | 'retract';
  readonly body: unknown;
  readonly isHidden: boolean;
}

/** The outbox after a position. */
export interface OutboxTail {
  /** Null while nothing is written to it. */
  readonly epoch: string | null;
  /** The last entry that was ever written; null before the first. */
  readonly lastSeq: number | null;
  /** The state of the index that it belongs to; 0 before the first. */
  readonly revision: number;
  readonly rows: readonly OutboxRow[];
}
