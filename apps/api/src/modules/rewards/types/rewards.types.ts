import type { Address } from '@slipway/domain';

/** A reward program, as the interface gives it. Amounts in wei. */
export interface ProgramItem {
  readonly id: string;
  readonly source: 'protocol' | 'app';
  readonly name: string;
  readonly rewardToken: Address;
  readonly emissionsPerDay: string;
  readonly startsAt: string;
  readonly endsAt: string;
  readonly eligibility: string;
}

/** What the database knows of a program's page; its leaves' encoding is a constant. */
export interface ProgramPage extends ProgramItem {
  readonly distributor: Address;
  readonly tokenAddress: Address | null;
  readonly root: string | null;
  readonly rootBlock: number | null;
  readonly claimedTotal: string;
  readonly leaves: number | null;
  readonly hasPublicTree: boolean;
}

/** A wallet's leaf in a program's tree in force. */
export interface RewardProof {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  readonly root: string;
  readonly cumulative: string;
  readonly claimed: string;
  readonly leaf: string;
  readonly proof: string[];
}

/** What a reward is worth is computed from. Amounts in wei, the feed's price with 8 decimals. */
export interface ClaimableRow {
  readonly programId: string;
  readonly rewardToken: Address;
  readonly rewardSymbol: string;
  readonly claimable: string;
  /** The reserves that price the reward token when it is an app's; null when it is not. */
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
}

/** What prices rewards at a block. */
export interface RewardPriceRow {
  readonly platformToken: Address;
  readonly oraclePrice: string | null;
}

/** A program as claims need it. */
export interface ClaimableProgram {
  readonly programId: string;
  readonly distributor: Address;
  readonly rewardToken: Address;
  /** Whether the reward token is the platform's or an app's, whose code is known. */
  readonly isOurToken: boolean;
}

/** What a published tree says of a wallet. */
export interface ClaimLeafRow {
  readonly programId: string;
  /** Whether the root asked about is of a tree that was published here. */
  readonly isKnown: boolean;
  /** Null when the tree has no leaf for the wallet. */
  readonly cumulative: string | null;
  readonly proof: `0x${string}`[] | null;
}
