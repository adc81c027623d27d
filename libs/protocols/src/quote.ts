import type { Ratio } from '@slipway/domain';
import type { Reserves } from './price.js';

export type TradeSide = 'buy' | 'sell';

/** What a launchpad or a pool would do with a trade. Amounts in wei. */
export interface TradeQuote {
  /** What it would take: less than was offered only when a buy meets a curve's graduation threshold. */
  readonly amountIn: bigint;
  /** What the trader would receive, after the fee. */
  readonly amountOut: bigint;
  /** In platform token: on the way in for a buy, on the way out for a sale. */
  readonly fee: bigint;
  /** How much less than at the price before, fee left aside, the trader gets: 0 to 1. */
  readonly priceImpact: Ratio;
  /** The reserves that make the price, after the trade. */
  readonly reservesAfter: Reserves;
}

/** Why a launchpad or a pool would refuse a trade, and what that says of the amount. */
export const QUOTE_REFUSALS = {
  amount_too_small: 'is so little that the trade would give nothing, and the contract refuses it',
  curve_complete: 'cannot be traded now: the curve is full, and the app has not graduated yet',
  exceeds_reserve: 'is more than the contract can take of this token',
} as const;

export type QuoteRefusal = keyof typeof QUOTE_REFUSALS;

/** 1 - got / wanted. */
export function shortfall(got: bigint, wanted: bigint): Ratio {
  return { numerator: wanted - got, denominator: wanted };
}

export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
