import type { Hex } from 'viem';
import type { ChainEvent, EventOf, FeedAnswer } from '@slipway/chain';
import type { Address, TradeAmounts, TradeFigures } from '@slipway/domain';

/** Where a row's event stands in the chain; the key of every event table. */
export interface Position {
  readonly blockNumber: number;
  readonly logIndex: number;
}

/** More logs than a block can have. */
export const MAX_LOGS = 2 ** 22;

/** Block and index in one number, which is a cheaper key than text. */
export function placeOf({ blockNumber, logIndex }: Position): number {
  return blockNumber * MAX_LOGS + logIndex;
}

/** A position with the time of its block. */
export interface Moment extends Position {
  readonly time: Date;
}

export function isAfter(a: Position, b: Position): boolean {
  return a.blockNumber > b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex > b.logIndex);
}

export interface AppRow extends Moment {
  readonly token: Address;
  readonly creator: Address;
  readonly name: string;
  readonly symbol: string;
  readonly description: string | null;
  readonly imageUrl: string | null;
  readonly website: string | null;
  readonly cost: bigint;
  /** What there is of the token yet, where trades mint it; null where all apps have the same supply. */
  readonly supply: bigint | null;
  readonly txHash: Hex;
  /** What name and symbol are found by; see libs/name-matching. */
  readonly nameKey: string;
  readonly nameSkeleton: string;
  readonly nameNeighbours: readonly number[];
  readonly nameWords: readonly string[];
  readonly symbolKey: string;
}

export type Side = TradeAmounts['side'];
type Venue = 'curve' | 'pool';

interface Traded extends Moment, TradeAmounts, Pick<TradeFigures, 'usdAmount'> {
  readonly token: Address;
  /** What of the app tokens the transaction's own transfers carried; not kept. */
  readonly carried: bigint;
}

/** {@link attributeTrades} completes what may be written to. */
export interface TradeRow extends Traded {
  /** Whose trade it is; of several wallets that share it, the one with most of it. */
  trader: Address;
  /** Whether several wallets share it, with the transaction's other trades of its side: see {@link TradeShareRow}. */
  isShared: boolean;
  readonly venue: Venue;
  /** What it brought its market of app tokens, and what it took, as the market counted them; not kept. */
  readonly gross: { readonly market: Address; readonly in: bigint; readonly out: bigint };
  carried: bigint;
  /** What counts in `trending`; null where it is the platform amount. See {@link attributeTrades}. */
  netAmount: bigint | null;
  readonly txHash: Hex;
}

/** A wallet's share of all buys, or of all sales, of a token in a transaction; at the position of the last of them. */
export interface TradeShareRow extends Traded {
  readonly wallet: Address;
}

export interface TransferRow extends Moment {
  readonly token: Address;
  readonly sender: Address;
  readonly recipient: Address;
  readonly amount: bigint;
  readonly txHash: Hex;
  /** Log index of a trade of the same transaction that it is a part of; null when it stands alone. */
  tradeLogIndex: number | null;
}

/** The reserves that make an app's price, after an event moved them. */
export interface ReserveRow extends Moment {
  readonly token: Address;
  readonly venue: Venue;
  readonly platform: bigint;
  readonly tokens: bigint;
  /** Platform tokens in the curve; null where the others say it. */
  readonly realPlatform: bigint | null;
}

/** What trades on all curves pay from there on, in millionths. */
export interface CurveFeeRow extends Position {
  readonly feePpm: number;
}

export interface OraclePriceRow extends Moment {
  /** With 8 decimals; zero or less is none. */
  readonly price: bigint;
  /** When the oldest of the answers was given. */
  readonly updatedAt: Date;
  /** What the price is the product of, by feed; null before a feed's first. */
  readonly answers: readonly ((FeedAnswer & { readonly decimals: number }) | null)[];
}

/** Platform tokens that one wallet gave another, in one transaction, for no trade; at its last transfer to that wallet. */
export interface FundingRow extends Moment {
  readonly funder: Address;
  readonly wallet: Address;
  readonly amount: bigint;
  readonly txHash: Hex;
}

/** A transfer of a pool's LP tokens, from the transaction of its app's graduation on. */
export interface LiquidityRow extends Moment {
  readonly token: Address;
  readonly sender: Address;
  readonly recipient: Address;
  readonly amount: bigint;
  readonly txHash: Hex;
}

type GraduationRow = EventOf<'Graduated'> & Moment;
export type RewardRootRow = EventOf<'RootSet'> & Moment;
export type RewardClaimRow = EventOf<'Claimed'> & Moment;

/** Everything that events of a range of blocks add to the event tables, each list in chain order. */
export interface Rows {
  readonly apps: AppRow[];
  readonly trades: TradeRow[];
  readonly tradeShares: TradeShareRow[];
  readonly transfers: TransferRow[];
  readonly reserves: ReserveRow[];
  readonly oraclePrices: OraclePriceRow[];
  readonly graduations: GraduationRow[];
  readonly curveFees: CurveFeeRow[];
  readonly rewardRoots: RewardRootRow[];
  readonly rewardClaims: RewardClaimRow[];
  readonly fundings: FundingRow[];
  readonly liquidity: LiquidityRow[];
}

export type RewardRows = Pick<Rows, 'rewardRoots' | 'rewardClaims'>;

export function emptyRows(): Rows {
  return {
    apps: [],
    trades: [],
    tradeShares: [],
    transfers: [],
    reserves: [],
    oraclePrices: [],
    graduations: [],
    curveFees: [],
    rewardRoots: [],
    rewardClaims: [],
    fundings: [],
    liquidity: [],
  };
}

/** Adds what a distributor logged, but for payments of nothing. */
export function addReward(rows: RewardRows, event: ChainEvent, time: Date): void {
  if (event.name === 'RootSet') rows.rewardRoots.push({ ...event, time });
  if (event.name === 'Claimed' && event.amount > 0n) rows.rewardClaims.push({ ...event, time });
}
