import { ONE_TOKEN, USD_WEI_UNIT, type Ratio } from '@slipway/domain';

/** The two sides of a curve (virtual) or a pool, in wei. */
export interface Reserves {
  readonly platform: bigint;
  readonly token: bigint;
}

/**
 * Marginal price without fee, in platform tokens for one app token: the quotient of the reserves, on the curve as in
 * a constant-product pool (docs/http-contract.md section 5, Definitions). Null when a side is empty.
 */
export function priceInPlatform({ platform, token }: Reserves): Ratio | null {
  if (platform <= 0n || token <= 0n) return null;
  return { numerator: platform, denominator: token };
}

/**
 * The same price in USD.
 *
 * @param oraclePrice USD for one platform token, 8 decimals; zero or less is no price
 */
export function priceUsd(reserves: Reserves, oraclePrice: bigint | null): Ratio | null {
  const price = priceInPlatform(reserves);
  if (price === null || oraclePrice === null || oraclePrice <= 0n) return null;
  return {
    numerator: price.numerator * oraclePrice * ONE_TOKEN,
    denominator: price.denominator * USD_WEI_UNIT,
  };
}

/**
 * What a whole supply is worth at the marginal price, in USD.
 *
 * @param supplyWei total supply in wei
 */
export function marketCapUsd(
  reserves: Reserves,
  oraclePrice: bigint | null,
  supplyWei: bigint,
): Ratio | null {
  const price = priceUsd(reserves, oraclePrice);
  if (price === null) return null;
  return { numerator: price.numerator * supplyWei, denominator: price.denominator * ONE_TOKEN };
}

/** Relative change between two prices: 0.05 is +5 %. Null when either is unknown. */
export function priceChange(now: Ratio | null, before: Ratio | null): Ratio | null {
  if (now === null || before === null || before.numerator === 0n) return null;
  const denominator = now.denominator * before.numerator;
  return { numerator: now.numerator * before.denominator - denominator, denominator };
}

/** Both sides of what an app trades against, in USD: twice the platform tokens in its pool, or really in its curve. */
export function liquidityUsd(platform: bigint, oraclePrice: bigint | null): Ratio | null {
  if (oraclePrice === null || oraclePrice <= 0n) return null;
  return { numerator: 2n * platform * oraclePrice, denominator: USD_WEI_UNIT };
}

/** How far a curve is on its way to graduation, 0 to 1. */
export function curveProgress(realPlatform: bigint, threshold: bigint, graduated: boolean): Ratio {
  if (graduated || realPlatform >= threshold) return { numerator: 1n, denominator: 1n };
  return { numerator: realPlatform, denominator: threshold };
}
