import { priceUsd } from '@slipway/bonding-curve';
import { ONE_TOKEN, toJsonNumber, USD_WEI_UNIT, type Ratio } from '@slipway/domain';
import type { ClaimableRow, RewardPriceRow } from './types/rewards.types.js';

/** What a claimable amount is worth at its block, in USD; null when the reward token has no price. */
export function claimableUsd(row: ClaimableRow, prices: RewardPriceRow): Ratio | null {
  const oraclePrice = prices.oraclePrice === null ? null : BigInt(prices.oraclePrice);
  const amount = BigInt(row.claimable);
  if (row.rewardToken === prices.platformToken) {
    return oraclePrice === null || oraclePrice <= 0n
      ? null
      : { numerator: amount * oraclePrice, denominator: USD_WEI_UNIT };
  }
  if (row.platformReserve === null || row.tokenReserve === null) return null;
  const price = priceUsd(
    { platform: BigInt(row.platformReserve), token: BigInt(row.tokenReserve) },
    oraclePrice,
  );
  if (price === null) return null;
  return { numerator: price.numerator * amount, denominator: price.denominator * ONE_TOKEN };
}

/** The sum of the known values: 0 without items, null when there are items and none of them has a price. */
export function totalUsd(values: readonly (Ratio | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0 && values.length > 0) return null;
  return toJsonNumber(known.reduce(add, { numerator: 0n, denominator: 1n }));
}

function add(a: Ratio, b: Ratio): Ratio {
  if (a.denominator === b.denominator) return { ...a, numerator: a.numerator + b.numerator };
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}
