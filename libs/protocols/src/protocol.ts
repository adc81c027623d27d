import type { Abi, Hex } from 'viem';
import type { ContractReader, EventOf, EventTable, NamedContract } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { Reserves } from './price.js';
import type { QuoteRefusal, TradeQuote, TradeSide } from './quote.js';
import type { Telling } from './telling.js';

/** Contracts that a launchpad brings. */
export type ProtocolContract = 'launchpad' | 'app_token' | 'router' | 'pool';

/** What holds for every app, and does not change. Amounts in wei. */
export interface Constants {
  /** Two amounts whose quotient is the price of a launch: the virtual reserves where a curve has some. */
  readonly initialVirtualPlatform: bigint;
  readonly initialVirtualToken: bigint;
  /** App tokens that the launchpad has for a curve at its launch; 0 where trades mint them. */
  readonly initialRealToken: bigint;
  /** Platform tokens in a curve at which it is full. */
  readonly graduationThreshold: bigint;
  /** What a launch mints, which is all there will be; 0 where trades mint and burn: then an app's supply is its own. */
  readonly totalSupply: bigint;
  /** Of trades on the curve, in millionths; null where events say it, from the launchpad's first block on. */
  readonly feePpm: number | null;
}

/** A curve that trades. Amounts in wei. */
export interface CurveState {
  /** Two amounts whose quotient is the marginal price: the virtual reserves where a curve has some. */
  readonly reserves: Reserves;
  /** Platform tokens in the curve. */
  readonly realPlatform: bigint;
  readonly graduationThreshold: bigint;
  /** In millionths. */
  readonly feePpm: bigint;
}

/** What a launch writes on chain; what a launcher left out is empty. */
export interface LaunchTexts {
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly website: string;
}

/** A trade that pays the account that sends it. Amounts in wei. */
export interface EncodableTrade {
  readonly trader: Address;
  readonly side: TradeSide;
  readonly paid: Address;
  readonly got: Address;
  readonly amountIn: bigint;
  readonly minOut: bigint;
}

/** A view of a contract: what is asked, and what its answer says. */
export interface ContractRead<Result> {
  readonly data: Hex;
  readonly decode: (returned: Hex) => Result;
}

/**
 * **Everything that is true of one launchpad only** (docs/operate/your-launchpad.md). The rest of the product knows a launchpad by
 * this, and none of its ABIs. Amounts are in wei; nothing here asks a node by itself.
 */
export abstract class Protocol {
  /** As `PROTOCOL` names it. */
  abstract readonly name: string;
  /** The ABI of each contract, as its compiler wrote it. */
  abstract readonly abis: Readonly<Record<ProtocolContract, Abi>>;
  /** How each function of them that is no view is told, by its name. */
  abstract readonly tellings: Readonly<Record<ProtocolContract, Readonly<Record<string, Telling>>>>;
  /** The events of launchpad, tokens and pools, and those that all launchpads share. */
  abstract readonly events: EventTable;
  /** Whether trades on the curve mint and burn: then tokens come from 0x0 and go there, and the supply moves. */
  abstract readonly mintsOnCurve: boolean;
  /** Whether the two amounts that make a curve's price are reserves, which responses name. */
  abstract readonly hasVirtualReserves: boolean;
  /** Whether the trade that fills a curve graduates its app within the same transaction, and nothing else does. */
  abstract readonly graduatesWithinTrade: boolean;
  /** Of a swap in a pool, in millionths of what goes in. */
  abstract readonly poolFeePpm: number;

  /** The platform token that a launchpad takes. @throws WrongContractError where it is another contract */
  abstract readPlatformToken(reader: ContractReader, launchpad: NamedContract): Promise<Address>;
  /** What holds for every app. @throws WrongContractError where it is another contract */
  abstract readConstants(reader: ContractReader, launchpad: NamedContract): Promise<Constants>;
  /** What a launch costs at a block. */
  abstract readonly launchCostOf: ContractRead<bigint>;
  /** An app's curve at a block: what makes its price, and whether it has graduated. */
  abstract curveOf(
    token: Address,
  ): ContractRead<{ readonly reserves: Reserves; readonly isGraduated: boolean }>;
  /** A pool's reserves at a block, of its token0 and token1. */
  abstract readonly poolReservesOf: ContractRead<readonly [bigint, bigint]>;

  /** What made the price before a trade on the curve, by the event's own figures; null when they do not tell. */
  abstract reservesBefore(trade: EventOf<'Bought' | 'Sold'>): Reserves | null;
  /** What a trade on the curve would do, to the wei. @param amount above zero */
  abstract quoteOnCurve(curve: CurveState, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal;
  /** What a trade in the pool would do, to the wei. @param amount above zero */
  abstract quoteInPool(reserves: Reserves, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal;
  /** What has to go into the pool for so much to come out; null for all that it has, or more. */
  abstract poolInputFor(reserves: Reserves, side: TradeSide, amountOut: bigint): bigint | null;

  /** Calldata of a launch, for the launchpad. */
  abstract encodeLaunch(texts: LaunchTexts): Hex;
  /** Calldata of a trade on the curve, for the launchpad. */
  abstract encodeOnCurve(trade: EncodableTrade): Hex;
  /** Calldata of a trade in a pool, for the router. @param deadline Unix seconds */
  abstract encodeInPool(trade: EncodableTrade, deadline: number): Hex;
}
