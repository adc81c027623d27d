import type { Address } from '@slipway/domain';

/** Where a market is: an app's bonding curve, or the pool that it graduated into. */
interface Position {
  readonly token: Address;
  /** The app's pool; null before graduation. */
  readonly pool: Address | null;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  /** Whose event it is; null for the launchpad's own. */
  readonly maker: Address | null;
  /** Whether operators hide the app. */
  readonly hidden: boolean;
  /** Reserves before and after the event, in wei: virtual ones on the curve. */
  readonly platformBefore: string | null;
  readonly tokenBefore: string | null;
  readonly platformAfter: string;
  readonly tokenAfter: string;
}

/** A trade. */
export interface SwapRow extends Position {
  readonly kind: 'swap';
  readonly isBuy: boolean;
  readonly inPool: boolean;
  /** What the buyer paid, or the seller's proceeds before the fee. */
  readonly platformAmount: string;
  readonly fee: string;
  readonly tokenAmount: string;
}

/** A graduation, or liquidity that was added to a pool or taken out of it. */
interface LiquidityRow extends Position {
  readonly kind: 'graduation' | 'liquidity';
}

export type FinalEventRow = SwapRow | LiquidityRow;

/** The virtual reserves of every curve that are not there: the rest is real. */
export interface CurveOffsets {
  readonly platform: string;
  readonly token: string;
}

/** The events of a range of blocks, in chain order. */
export interface FinalEvents extends AtFinal {
  readonly launchpad: Address;
  readonly offsets: CurveOffsets;
  /** The block of the first event that is too many; null where all of them fit. */
  readonly fullAt: number | null;
  /** None where they are too many. */
  readonly events: readonly FinalEventRow[];
}

/** What is true at the newest final block whose time is known. */
export interface AtFinal {
  /** Below 0, and without a time in milliseconds, while there is none. */
  readonly final: { readonly block: number; readonly time: number | null };
}

/** An app, or the platform's token, as aggregators are told of it. */
export interface AssetRow {
  readonly id: Address;
  readonly name: string;
  readonly symbol: string;
  /** Wei; null where the index does not know it. */
  readonly totalSupply: string | null;
}

/** A market of an app: its curve, or its pool. */
export interface PairRow {
  readonly token: Address;
  readonly pool: Address | null;
  readonly platformToken: Address;
  readonly creator: Address;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly time: number;
  readonly txHash: string;
  readonly curveFeeBps: number;
}
