import type { Address } from '@slipway/domain';

/** The body of an `events` row of the outbox: blocks in order, each of which has at least one event. */
export type OutboxBlocks = readonly OutboxBlock[];

/** Events of a block, in chain order. */
export interface OutboxBlock {
  readonly number: number;
  /** 0x and 64 hexadecimal digits. */
  readonly hash: string;
  /** ISO 8601. */
  readonly time: string;
  /** The feed's price at the end of the block, 8 decimals; null where there is none. */
  readonly oraclePrice: string | null;
  readonly events: readonly OutboxEvent[];
}

/** A launch, a trade or a graduation. Amounts are decimal strings of wei. */
export interface OutboxEvent {
  readonly type: 'launch' | 'buy' | 'sell' | 'graduation';
  readonly token: Address;
  readonly logIndex: number;
  readonly txHash: string;
  /** Who gave tokens, or launched the app. */
  readonly from: Address;
  /** Who got tokens; null for a launch. */
  readonly to: Address | null;
  readonly tokenAmount: string | null;
  readonly platformAmount: string;
  /** Of a trade alone. */
  readonly fee: string | null;
}

/** The body of a `head` row: the last block of a batch, and what else the batch changed. */
export interface OutboxHead {
  /** 0x and 64 hexadecimal digits. */
  readonly hash: string;
  /** ISO 8601. */
  readonly time: string;
  /** Apps whose reserves moved. */
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/** The body of a `retract` row, whose block is the last that stays. */
export interface OutboxRetraction {
  readonly toBlock: number;
  readonly validHash: string;
  readonly validTime: string;
  readonly undone: readonly UndoneEvent[];
  readonly moved: readonly Address[];
  readonly isFeedMoved: boolean;
}

/** What a rollback took back. */
export interface UndoneEvent {
  readonly kind: 'trade' | 'launch' | 'graduation';
  readonly token: Address;
  /** Whose trade or launch it was; null for a graduation. */
  readonly wallet: Address | null;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly txHash: string;
}
