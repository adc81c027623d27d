/** Reserves of a curve (virtual) or a pair, in wei. */
export interface TwoReserves {
  readonly platform: bigint;
  readonly token: bigint;
}

const BPS = 10_000n;
const FEE_BPS = 100n;

/** The launchpad's constants, in wei. */
export const CURVE = {
  virtualPlatform: 30_000n * 10n ** 18n,
  virtualToken: 1_125_000_000n * 10n ** 18n,
  supply: 1_000_000_000n * 10n ** 18n,
  threshold: 60_000n * 10n ** 18n,
} as const;

/** CurveMath.buy: what a buy of up to `platformIn` pays, and gives. */
export function buyOnCurve(
  { platform, token }: TwoReserves,
  remaining: bigint,
  platformIn: bigint,
): { paid: bigint; net: bigint; tokenOut: bigint } {
  const most = ceilDiv(remaining * BPS, BPS - FEE_BPS);
  const paid = platformIn < most ? platformIn : most;
  const net = paid - ceilDiv(paid * FEE_BPS, BPS);
  return { paid, net, tokenOut: (token * net) / (platform + net) };
}

/** CurveMath.sell: what leaves the curve, and what of it the seller gets. */
export function sellOnCurve(
  { platform, token }: TwoReserves,
  tokenIn: bigint,
): { gross: bigint; platformOut: bigint } {
  const gross = (platform * tokenIn) / (token + tokenIn);
  return { gross, platformOut: gross - ceilDiv(gross * FEE_BPS, BPS) };
}

/** V2Math.amountOut: what a pair gives, after its fee of 0.3 %. */
export function swapInPool(reserveIn: bigint, reserveOut: bigint, amountIn: bigint): bigint {
  const withFee = amountIn * 997n;
  return (withFee * reserveOut) / (reserveIn * 1000n + withFee);
}

function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
