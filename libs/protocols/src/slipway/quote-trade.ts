import type { CurveState } from '../protocol.js';
import { ceilDiv, shortfall, type QuoteRefusal, type TradeQuote, type TradeSide } from '../quote.js';

const PPM = 1_000_000n;

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
  const most = ceilDiv(remaining * PPM, PPM - curve.feePpm);
  const amountIn = amount < most ? amount : most;
  const fee = ceilDiv(amountIn * curve.feePpm, PPM);
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
  const fee = ceilDiv(gross * curve.feePpm, PPM);
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
