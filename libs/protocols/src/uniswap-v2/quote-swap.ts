import type { Reserves } from '../price.js';
import { ceilDiv, shortfall, type QuoteRefusal, type TradeQuote, type TradeSide } from '../quote.js';

/** A Uniswap V2 pair keeps its reserves in 112 bits. */
const MOST_RESERVE = 2n ** 112n - 1n;

/** The fee of Uniswap's own pairs, in millionths of an input. */
export const UNISWAP_V2_FEE_PPM = 3_000n;

const WHOLE = 1_000_000n;

/**
 * What a swap of an exact input in a Uniswap V2 pair, or a fork's, would do, to the wei: the rules of UniswapV2Library.getAmountOut.
 *
 * The pair takes its fee from the input. A sale's fee, in platform token, is what a pair without one would have given more.
 *
 * @param amount in wei, above zero: platform token for a buy, app token for a sale
 * @param feePpm what the pair keeps of an input, in millionths
 * @returns the quote, or why the call would revert
 */
export function quoteSwap(
  reserves: Reserves,
  side: TradeSide,
  amount: bigint,
  feePpm: bigint,
): TradeQuote | QuoteRefusal {
  const [into, outOf] =
    side === 'buy' ? [reserves.platform, reserves.token] : [reserves.token, reserves.platform];
  if (into + amount > MOST_RESERVE) return 'exceeds_reserve';
  const traded = amount * (WHOLE - feePpm);
  const amountOut = (traded * outOf) / (into * WHOLE + traded);
  if (amountOut === 0n) return 'amount_too_small';
  const fee =
    side === 'buy' ? ceilDiv(amount * feePpm, WHOLE) : (amount * outOf) / (into + amount) - amountOut;
  return {
    amountIn: amount,
    amountOut,
    fee,
    priceImpact: shortfall(amountOut * into * WHOLE, traded * outOf),
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
  feePpm: bigint,
): bigint | null {
  const [into, outOf] = side === 'buy' ? [platform, token] : [token, platform];
  if (amountOut >= outOf) return null;
  return (into * amountOut * WHOLE) / ((outOf - amountOut) * (WHOLE - feePpm)) + 1n;
}
