import { launchpadAbi, uniswapV2Router02Abi } from '@slipway/chain';
import { nameAmount, showStrangersText, type Address, type TokenName } from '@slipway/domain';
import type { TradeQuote, TradeSide } from '@slipway/bonding-curve';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import type { LaunchTexts, TradeVenue } from './types/trading.types.js';

/** A call for a wallet to send, and what it does. */
export interface DescribedCall {
  readonly to: Address;
  readonly data: Hex;
  readonly value: '0';
  readonly description: string;
}

/** A trade to encode. */
export interface EncodableTrade {
  readonly venue: TradeVenue;
  /** The contract that trades: the launchpad, or the pools' router. */
  readonly contract: Address;
  readonly trader: Address;
  readonly side: TradeSide;
  readonly paid: TokenName;
  readonly got: TokenName;
  readonly quote: TradeQuote;
  readonly minOut: bigint;
  /** Unix seconds; null on the curve, whose calls have none. */
  readonly deadline: number | null;
}

const BPS = 10_000n;

/** An app's symbol is its creator's text. */
const MAX_SYMBOL_LENGTH = 32;

/** What a trade has to give at least, rounded down. */
export function leastOut(amountOut: bigint, slippageBps: number): bigint {
  return (amountOut * (BPS - BigInt(slippageBps))) / BPS;
}

/** Lets a spender take exactly so much, whatever it was allowed before. */
export function encodeApproval(token: TokenName, spender: Address, amount: bigint): DescribedCall {
  return {
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
    value: '0',
    description: `Let ${spender} take ${nameAmount(amount, token)}.`,
  };
}

/** A trade that pays the account that sends it. */
export function encodeTrade(trade: EncodableTrade): DescribedCall {
  const { contract, paid, got, quote, minOut } = trade;
  return {
    to: contract,
    data: trade.deadline === null ? onCurve(trade) : inPool(trade, trade.deadline),
    value: '0',
    description: `Pay ${nameAmount(quote.amountIn, paid)} for at least ${nameAmount(minOut, got)}.`,
  };
}

export function encodeLaunch(
  launchpad: Address,
  texts: LaunchTexts,
  cost: bigint,
  paid: TokenName,
): DescribedCall {
  const { name, symbol, description, imageUrl, website } = texts;
  const args = [name, symbol, description, imageUrl, website] as const;
  return {
    to: launchpad,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'launch', args }),
    value: '0',
    description: `Launch ${showStrangersText(symbol, MAX_SYMBOL_LENGTH)} for ${nameAmount(cost, paid)}.`,
  };
}

/** The launchpad pays the account that sends the call. */
function onCurve({ side, paid, got, quote, minOut }: EncodableTrade): Hex {
  const token = side === 'buy' ? got : paid;
  const args = [token.address, quote.amountIn, minOut] as const;
  return encodeFunctionData({ abi: launchpadAbi, functionName: side, args });
}

function inPool({ trader, paid, got, quote, minOut }: EncodableTrade, deadline: number): Hex {
  const args = [quote.amountIn, minOut, [paid.address, got.address], trader, BigInt(deadline)] as const;
  return encodeFunctionData({ abi: uniswapV2Router02Abi, functionName: 'swapExactTokensForTokens', args });
}
