import type { Hex } from 'viem';
import type { Address } from '@slipway/domain';
import type { LogPosition } from './raw-log.js';

/** One decoded contract event, with the contract that logged it. Amounts in wei. */
export type ChainEvent = { [Name in EventName]: EventOf<Name> }[EventName];

export type EventName = keyof EventArguments;

/** The event of one name, or of some. */
export type EventOf<Name extends EventName> = Name extends EventName
  ? LogPosition & { readonly contract: Address; readonly name: Name } & EventArguments[Name]
  : never;

interface EventArguments {
  /** The five texts are as a stranger wrote them. */
  readonly Launched: {
    readonly token: Address;
    readonly creator: Address;
    readonly appName: string;
    readonly symbol: string;
    readonly description: string;
    readonly imageUrl: string;
    readonly website: string;
    readonly cost: bigint;
  };
  readonly Bought: CurveTrade;
  readonly Sold: CurveTrade;
  readonly Graduated: { readonly token: Address; readonly pair: Address };
  /** What trades on all curves pay from now on, in millionths. */
  readonly FeeChanged: { readonly feePpm: number };
  /** ERC-20. */
  readonly Transfer: { readonly from: Address; readonly to: Address; readonly value: bigint };
  /** Uniswap V2. */
  readonly Swap: {
    readonly amount0In: bigint;
    readonly amount1In: bigint;
    readonly amount0Out: bigint;
    readonly amount1Out: bigint;
    readonly to: Address;
  };
  /** Uniswap V2. */
  readonly Sync: { readonly reserve0: bigint; readonly reserve1: bigint };
  /** Chainlink AggregatorV3: a signed price with 8 decimals, its round, and Unix seconds as the feed's transmitter said. */
  readonly AnswerUpdated: { readonly current: bigint; readonly roundId: bigint; readonly updatedAt: bigint };
  /** A rewards distributor enforces another tree from now on. */
  readonly RootSet: { readonly root: Hex };
  /** A rewards distributor paid: the amount of now, not the sum of all. */
  readonly Claimed: { readonly account: Address; readonly reward: Address; readonly amount: bigint };
}

interface CurveTrade {
  readonly token: Address;
  readonly trader: Address;
  /** Gross: what the buyer paid, or what left the curve for the seller and the fee. */
  readonly platformAmount: bigint;
  readonly fee: bigint;
  readonly tokenAmount: bigint;
  /** What makes the price after the trade: the virtual reserves where a curve has some. */
  readonly virtualPlatform: bigint;
  readonly virtualToken: bigint;
  /** Platform tokens in the curve after the trade; null where the virtual reserves say it. */
  readonly realPlatform: bigint | null;
}
