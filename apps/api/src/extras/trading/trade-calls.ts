import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import type { TradeQuote, TradeSide } from '@slipway/bonding-curve';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import type { RawCall } from './explain/decode-call.js';
import type { TradeVenue } from './call-kinds.js';

export const TRADE_SIDES = ['buy', 'sell'] as const satisfies readonly TradeSide[];

/** What a launch writes on chain; what a launcher left out is empty. */
export interface LaunchTexts {
  readonly name: string;
  readonly symbol: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly website: string;
}

/** A trade to encode. */
export interface EncodableTrade {
  readonly venue: TradeVenue;
  /** The contract that trades: the launchpad, or the pools' router. */
  readonly contract: Address;
  readonly trader: Address;
  readonly side: TradeSide;
  readonly paid: Address;
  readonly got: Address;
  readonly quote: TradeQuote;
  readonly minOut: bigint;
  /** Unix seconds; null on the curve, whose calls have none. */
  readonly deadline: number | null;
}

const BPS = 10_000n;

/** What a trade has to give at least, rounded down. */
export function leastOut(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}

/** Lets a spender take exactly so much, whatever it was allowed before. */
export function encodeApproval(token: Address, spender: Address, amount: bigint): RawCall {
  return {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    value: 0n,
  };
}

/** A trade that pays the account that sends it. */
export function encodeTrade(trade: EncodableTrade): RawCall {
  return {
    to: trade.contract,
    data: trade.deadline === null ? onCurve(trade) : inPool(trade, trade.deadline),
    value: 0n,
  };
}

export function encodeLaunch(launchpad: Address, texts: LaunchTexts): RawCall {
  const { name, symbol, description, imageUrl, website } = texts;
  const args = [name, symbol, description, imageUrl, website] as const;
  return {
    to: launchpad,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'launch', args }),
    value: 0n,
  };
}

/** The launchpad pays the account that sends the call. */
function onCurve({ side, paid, got, quote, minOut }: EncodableTrade): Hex {
  const token = side === 'buy' ? got : paid;
  const args = [token, quote.amountIn, minOut] as const;
  return encodeFunctionData({ abi: launchpadAbi, functionName: side, args });
}

function inPool({ trader, paid, got, quote, minOut }: EncodableTrade, deadline: number): Hex {
  const args = [quote.amountIn, minOut, [paid, got], trader, BigInt(deadline)] as const;
  return encodeFunctionData({ abi: uniswapV2Router02Abi, functionName: 'swapExactTokensForTokens', args });
}
