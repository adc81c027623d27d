import type { Hex } from 'viem';
import type { Address } from '#values';

/** Where a row's event stands in the chain; the key of every fact table. */
export interface Position {
  readonly blockNumber: number;
  readonly logIndex: number;
}

/** What an app's name and symbol are found by; see libs/names. */
export interface NameKeys {
  readonly nameKey: string;
  readonly nameSkeleton: string;
  readonly nameNeighbours: readonly number[];
  readonly nameWords: readonly string[];
  readonly symbolKey: string;
}

/** A position with the time of its block. */
export interface Moment extends Position {
  readonly time: Date;
}

export interface AppRow extends Moment, NameKeys {
  readonly token: Address;
  readonly creator: Address;
  readonly name: string;
  readonly symbol: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly website: string | null;
  readonly launchCost: bigint;
  readonly txHash: Hex;
}

export type Side = 'buy' | 'sell';
type Venue = 'curve' | 'pool';

/** What a trade brought a market of app tokens, what it took from it, and where. */
interface GrossTokens {
  readonly market: Address;
  readonly in: bigint;
  readonly out: bigint;
}

export interface TradeRow extends Moment {
  readonly token: Address;
  /** Whose trade it is; of several wallets that share it, the one with most of it. See fold/attribute-trades. */
  readonly trader: Address;
  /** Whether several wallets share it, with the transaction's other trades of its side: see {@link TradeShareRow}. */
  readonly isShared: boolean;
  readonly side: Side;
  readonly venue: Venue;
  /** Gross, in wei. */
  readonly platformAmount: bigint;
  readonly fee: bigint;
  readonly tokenAmount: bigint;
  /** App tokens as the market counted them, and what of them the transaction's own transfers carried; not kept. */
  readonly gross: GrossTokens;
  readonly carried: bigint;
  /** USD with 26 decimals; null before the feed's first answer. */
  readonly usdAmount: bigint | null;
  readonly pricePlatform: number | null;
  readonly priceUsd: number | null;
  readonly txHash: Hex;
}

/** A wallet's share of all buys, or of all sales, of a token in a transaction; at the place of the last of them. */
export interface TradeShareRow extends Moment {
  readonly token: Address;
  readonly wallet: Address;
  readonly side: Side;
  readonly tokenAmount: bigint;
  /** See {@link TradeRow}. */
  readonly carried: bigint;
  /** Gross, in wei. */
  readonly platformAmount: bigint;
  readonly fee: bigint;
  /** USD with 26 decimals; null before the feed's first answer. */
  readonly usdAmount: bigint | null;
  readonly priceUsd: number | null;
}

export interface TransferRow extends Moment {
  readonly token: Address;
  readonly sender: Address;
  readonly recipient: Address;
  readonly amount: bigint;
  readonly txHash: Hex;
  /** Log index of a trade of the same transaction that it is a part of; null when it stands alone. */
  readonly tradeLogIndex: number | null;
}

/** The reserves that make an app's price, after an event moved them. */
export interface ReserveRow extends Moment {
  readonly token: Address;
  readonly venue: Venue;
  readonly platform: bigint;
  readonly tokens: bigint;
}

export interface OraclePriceRow extends Moment {
  readonly answer: bigint;
  readonly updatedAt: Date;
}

interface GraduationRow extends Moment {
  readonly txHash: Hex;
  readonly token: Address;
  readonly pool: Address;
}

export interface RewardRootRow extends Moment {
  readonly distributor: Address;
  readonly root: Hex;
  readonly txHash: Hex;
}

export interface RewardClaimRow extends Moment {
  readonly distributor: Address;
  readonly account: Address;
  readonly reward: Address;
  readonly amount: bigint;
  readonly txHash: Hex;
}

/** Everything that events of a range of blocks add to the fact tables, each list in chain order. */
export interface Rows {
  readonly apps: AppRow[];
  readonly trades: TradeRow[];
  readonly tradeShares: TradeShareRow[];
  readonly transfers: TransferRow[];
  readonly reserves: ReserveRow[];
  readonly oraclePrices: OraclePriceRow[];
  readonly graduations: GraduationRow[];
  readonly rewardRoots: RewardRootRow[];
  readonly rewardClaims: RewardClaimRow[];
}

export function emptyRows(): Rows {
  return {
    apps: [],
    trades: [],
    tradeShares: [],
    transfers: [],
    reserves: [],
    oraclePrices: [],
    graduations: [],
    rewardRoots: [],
    rewardClaims: [],
  };
}
