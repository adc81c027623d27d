import type { Reserves } from '../price.js';
import { ceilDiv, shortfall, type QuoteRefusal, type TradeQuote, type TradeSide } from '../quote.js';

/** A curve that trades: its reserve is below what completes it. Amounts in wei. */
export interface RampCurve {
  /** As {@link curvePrice} makes them of the supply. */
  readonly reserves: Reserves;
  /** Platform token in the curve. */
  readonly realPlatform: bigint;
  /** In millionths. */
  readonly feePpm: bigint;
}

/** The launchpad's constants: what a token costs at first, in wei, and what every whole token that exists adds to that. */
const BASE_PRICE = 20_000_000_000_000n;
const SLOPE = 400_000n;

/** As in LinearCurve.sol: the price is (supply + OFFSET) / RUN. */
const OFFSET = (BASE_PRICE * 10n ** 18n) / SLOPE;
const RUN = 10n ** 36n / SLOPE;
const PPM = 1_000_000n;

/** The launchpad lets no curve hold more: a pool keeps its reserves in 112 bits. */
const MOST_RESERVE = 2n ** 112n - 1n;

/** Two amounts whose quotient is the marginal price at a supply, exactly. They are no reserves: the second never changes. */
export function curvePrice(supply: bigint): Reserves {
  return { platform: supply + OFFSET, token: RUN };
}

/** The supply at which the price has this numerator. */
export function supplyAt({ platform }: Reserves): bigint {
  return platform - OFFSET;
}

/**
 * What the launchpad's `purchase` or `redeem` would do with an amount, to the wei: the rules of LinearCurve.sol. Every division rounds
 * against the trader; the purchase that completes a curve is not capped.
 *
 * @param amount in wei, above zero: platform token for a buy, app token for a sale
 * @returns the quote, or why the call would revert
 */
export function quoteTrade(curve: RampCurve, side: TradeSide, amount: bigint): TradeQuote | QuoteRefusal {
  return side === 'buy' ? quotePurchase(curve, amount) : quoteRedeem(curve, amount);
}

function quotePurchase(curve: RampCurve, amount: bigint): TradeQuote | QuoteRefusal {
  const height = curve.reserves.platform;
  if (curve.realPlatform + amount > MOST_RESERVE) return 'exceeds_reserve';
  const fee = ceilDiv(amount * curve.feePpm, PPM);
  const net = amount - fee;
  const amountOut = squareRoot(height * height + 2n * RUN * net) - height;
  if (amountOut === 0n) return 'amount_too_small';
  return {
    amountIn: amount,
    amountOut,
    fee,
    priceImpact: shortfall(amountOut * height, net * RUN),
    reservesAfter: { platform: height + amountOut, token: RUN },
  };
}

function quoteRedeem(curve: RampCurve, amount: bigint): TradeQuote | QuoteRefusal {
  const height = curve.reserves.platform;
  if (amount > supplyAt(curve.reserves)) return 'exceeds_reserve';
  const net = (amount * (2n * height - amount)) / (2n * RUN);
  const fee = ceilDiv(net * curve.feePpm, PPM);
  if (net <= fee) return 'amount_too_small';
  return {
    amountIn: amount,
    amountOut: net - fee,
    fee,
    priceImpact: shortfall(net * RUN, amount * height),
    reservesAfter: { platform: height - amount, token: RUN },
  };
}

/** Rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  // From above, Newton's steps fall until they are there: this is the next power of two.
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}
