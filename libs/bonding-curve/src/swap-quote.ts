import type { Reserves } from './price.js';
import { ceilDiv, shortfall, type QuoteRefusal, type TradeQuote, type TradeSide } from './quote.js';

/** A Uniswap V2 pair keeps its reserves in 112 bits. */
const MOST_RESERVE = 2n ** 112n - 1n;

/** Of an input, a pair trades 997 parts of 1,000, and keeps the others. */
const TRADED = 997n;
const WHOLE = 1_000n;

/**
 * What a swap of an exact input in a Uniswap V2 pair would do, to the wei: the rules of UniswapV2Library.getAmountOut.
 *
 * The pair takes its fee from the input. A sale's fee, in platform token, is what a pair without one would have given more.
 *
 * @param amount in wei, above zero: platform token for a buy, app token for a sale
 * @returns the quote, or why the call would revert
 */
export function quoteSwap(reserves: Reserves, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal {
  const [into, outOf] =
    side === 'buy' ? [reserves.platform, reserves.token] : [reserves.token, reserves.platform];
  if (into + amount > MOST_RESERVE) return 'exceeds_reserve';
  const amountOut = (amount * TRADED * outOf) / (into * WHOLE + amount * TRADED);
  if (amountOut === 0n) return 'amount_too_small';
  const fee =
    side === 'buy'
      ? ceilDiv(amount * (WHOLE - TRADED), WHOLE)
      : (amount * outOf) / (into + amount) - amountOut;
  return {
    amountIn: amount,
    amountOut,
    fee,
    priceImpact: shortfall(amountOut * into * WHOLE, amount * TRADED * outOf),
    reservesAfter:
      side === 'buy'
        ? { platform: into + amount, token: outOf - amountOut }
        : { platform: outOf - amountOut, token: into + amount },
  };
}

/**
 * What has to go in for so much to come out: the rules of UniswapV2Library.getAmountIn.
 *
 * @param amountOut in wei
 * @returns wei; null for all that the pair has of it, or more
 */
export function swapInputFor(
  { platform, token }: Reserves,
  side: TradeSide,
  amountOut: bigint,
): bigint | null {
  const [into, outOf] = side === 'buy' ? [platform, token] : [token, platform];
  return amountOut >= outOf ? null : (into * amountOut * WHOLE) / ((outOf - amountOut) * TRADED) + 1n;
}
