import type { Hex } from 'viem';
import type { Address } from '#values';
import type { LogPosition } from './raw-log.js';

/** One decoded contract event, with the contract that logged it. Amounts in wei. */
export type ChainEvent = LogPosition & { readonly contract: Address } & EventArguments;

export type EventName = EventArguments['name'];

/** The event of one name. */
export type EventOf<Name extends EventName> = Extract<ChainEvent, { name: Name }>;

type EventArguments =
  Launched | Bought | Sold | Graduated | TransferEvent | Swap | Sync | AnswerUpdated | RootSet | Claimed;

interface Launched {
  readonly name: 'Launched';
  readonly token: Address;
  readonly creator: Address;
  /** The five texts are as a stranger wrote them. */
  readonly appName: string;
  readonly symbol: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly website: string;
  readonly cost: bigint;
}

interface CurveTrade {
  readonly token: Address;
  readonly trader: Address;
  /** Gross: what the buyer paid, or what left the curve for the seller and the fee. */
  readonly platformAmount: bigint;
  readonly fee: bigint;
  readonly tokenAmount: bigint;
  /** Virtual reserves after the trade. */
  readonly virtualPlatform: bigint;
  readonly virtualToken: bigint;
}

interface Bought extends CurveTrade {
  readonly name: 'Bought';
}

interface Sold extends CurveTrade {
  readonly name: 'Sold';
}

interface Graduated {
  readonly name: 'Graduated';
  readonly token: Address;
  readonly pair: Address;
}

/** ERC-20. */
interface TransferEvent {
  readonly name: 'Transfer';
  readonly from: Address;
  readonly to: Address;
  readonly value: bigint;
}

/** Uniswap V2. */
interface Swap {
  readonly name: 'Swap';
  readonly amount0In: bigint;
  readonly amount1In: bigint;
  readonly amount0Out: bigint;
  readonly amount1Out: bigint;
  readonly to: Address;
}

/** Uniswap V2. */
interface Sync {
  readonly name: 'Sync';
  readonly reserve0: bigint;
  readonly reserve1: bigint;
}

/** Chainlink AggregatorV3. */
interface AnswerUpdated {
  readonly name: 'AnswerUpdated';
  /** Signed, 8 decimals. */
  readonly current: bigint;
  /** Unix seconds, as the feed's transmitter said. */
  readonly updatedAt: bigint;
}

/** A rewards distributor enforces another tree from now on. */
interface RootSet {
  readonly name: 'RootSet';
  readonly root: Hex;
}

/** A rewards distributor paid. */
interface Claimed {
  readonly name: 'Claimed';
  readonly account: Address;
  readonly reward: Address;
  /** What was paid now, not what was paid all in all. */
  readonly amount: bigint;
}
