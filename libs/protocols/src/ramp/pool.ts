import type { Reserves } from '../price.js';
import type { QuoteRefusal, TradeQuote, TradeSide } from '../quote.js';
import { quoteSwap, swapInputFor } from '../uniswap-v2/quote-swap.js';

/** What a pool keeps of an input, in millionths: PoolMath.sol. */
export const POOL_FEE_PPM = 2_500;

export const quoteInPool = (reserves: Reserves, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal =>
  quoteSwap(reserves, side, amount, BigInt(POOL_FEE_PPM));

export const poolInputFor = (reserves: Reserves, side: TradeSide, amountOut: bigint): bigint | null =>
  swapInputFor(reserves, side, amountOut, BigInt(POOL_FEE_PPM));
