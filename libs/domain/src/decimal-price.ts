import { unitsToJsonNumber, type Ratio } from './ratio.js';
import { USD_FEED_DECIMALS } from './token-amount.js';

/**
 * A price as it is kept. It has so many digits that 15 of it are those of the exact fraction. So are 15 of its product with the
 * feed's price.
 */
export interface DecimalPrice {
  readonly units: bigint;
  readonly decimals: number;
}

/** Significant digits that are kept, or one more. */
const DIGITS = 28;

/** @param ratio of two positive numbers */
export function toDecimalPrice({ numerator, denominator }: Ratio): DecimalPrice {
  const decimals = Math.max(0, DIGITS - numerator.toString().length + denominator.toString().length);
  return { units: (numerator * 10n ** BigInt(decimals)) / denominator, decimals };
}

/** @param text a plain decimal, as PostgreSQL writes a numeric */
export function parseDecimalPrice(text: string): DecimalPrice {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), decimals: fraction.length };
}

export function decimalPriceText({ units, decimals }: DecimalPrice): string {
  if (decimals === 0) return units.toString();
  const digits = units.toString().padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** In platform tokens, at 15 significant digits. */
export function platformPrice({ units, decimals }: DecimalPrice): number {
  return unitsToJsonNumber(units.toString(), decimals);
}

/** In USD, at 15 significant digits. @param oraclePrice with 8 decimals, above zero */
export function usdPrice({ units, decimals }: DecimalPrice, oraclePrice: bigint): number {
  return unitsToJsonNumber((units * oraclePrice).toString(), decimals + USD_FEED_DECIMALS);
}

/** Above zero when the first price is the higher one, below zero when it is the lower one. */
export function compareDecimalPrices(a: DecimalPrice, b: DecimalPrice): number {
  const decimals = Math.max(a.decimals, b.decimals);
  const [one, other] = [a, b].map((price) => price.units * 10n ** BigInt(decimals - price.decimals));
  return one === other ? 0 : (one ?? 0n) > (other ?? 0n) ? 1 : -1;
}
