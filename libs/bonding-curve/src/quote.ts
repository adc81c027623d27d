import type { Ratio } from '@slipway/domain';
import type { Reserves } from './price.js';

/** A curve that trades. Amounts in wei. */
export interface CurveState {
  /** The virtual reserves, which make the price. */
  readonly reserves: Reserves;
  /** Platform token in the curve. */
  readonly realPlatform: bigint;
  readonly graduationThreshold: bigint;
  readonly feeBps: bigint;
}

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
  exceeds_reserve: 'is more than the contract can take of this token',
} as const;

export type QuoteRefusal = keyof typeof QUOTE_REFUSALS;

const BPS = 10_000n;

/**
 * What the launchpad's `buy` or `sell` would do with an amount, to the wei: the rules of CurveMath.sol. A constant
 * product over virtual reserves; every division rounds against the trader.
 *
 * @param amount in wei, above zero: platform token for a buy, app token for a sale
 * @returns the quote, or why the call would revert
 */
export function quoteTrade(curve: CurveState, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal {
  return side === 'buy' ? quoteBuy(curve, amount) : quoteSell(curve, amount);
}

function quoteBuy(curve: CurveState, amount: bigint): TradeQuote | QuoteRefusal {
  const { platform, token } = curve.reserves;
  const remaining = curve.graduationThreshold - curve.realPlatform;
  // The smallest gross amount whose net part is all that the curve still lacks.
  const most = ceilDiv(remaining * BPS, BPS - curve.feeBps);
  const amountIn = amount < most ? amount : most;
  const fee = ceilDiv(amountIn * curve.feeBps, BPS);
  const net = amountIn - fee;
  const amountOut = (token * net) / (platform + net);
  if (amountOut === 0n) return 'amount_too_small';
  return {
    amountIn,
    amountOut,
    fee,
    priceImpact: shortfall(amountOut * platform, net * token),
    reservesAfter: { platform: platform + net, token: token - amountOut },
  };
}

function quoteSell(curve: CurveState, amount: bigint): TradeQuote | QuoteRefusal {
  const { platform, token } = curve.reserves;
  const gross = (platform * amount) / (token + amount);
  const fee = ceilDiv(gross * curve.feeBps, BPS);
  if (gross <= fee) return 'amount_too_small';
  // An amount at which the contract's arithmetic would overflow asks for more than the reserve too.
  if (gross > curve.realPlatform) return 'exceeds_reserve';
  return {
    amountIn: amount,
    amountOut: gross - fee,
    fee,
    priceImpact: shortfall(gross * token, amount * platform),
    reservesAfter: { platform: platform - gross, token: token + amount },
  };
}

/** 1 - got / wanted. */
export function shortfall(got: bigint, wanted: bigint): Ratio {
  return { numerator: wanted - got, denominator: wanted };
}

export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
