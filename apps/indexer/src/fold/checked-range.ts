import type { Address } from '@slipway/domain';
import type { Position } from '../decode/rows.js';

/** Reserves as one event needs them to have been before it. */
export interface Opening extends Position {
  readonly venue: 'curve' | 'pool';
  readonly platform: bigint;
  readonly tokens: bigint;
}

/** The last Sync of a pair, and by how much transfers of the range changed its balance of the token up to it. */
export interface PairClosing extends Position {
  readonly token: Address;
  readonly reserve: bigint;
  readonly change: bigint;
}

/** An aggregator's last round; `isSequential` when it followed the one before. */
interface FeedRound {
  readonly round: bigint;
  readonly blockNumber: number;
  readonly isSequential: boolean;
}

/** What trades on all curves pay, and since which block. */
export interface CurveFee {
  readonly feePpm: number;
  readonly blockNumber: number;
}

export type FeedRounds = ReadonlyMap<Address, FeedRound>;

/** What a range needs to have been before it, for `checkBefore` (tables) to compare. */
export interface CheckedRange {
  readonly openings: ReadonlyMap<Address, Opening>;
  readonly pairs: ReadonlyMap<Address, PairClosing>;
  readonly rounds: FeedRounds;
  readonly curveFee: CurveFee | null;
}
