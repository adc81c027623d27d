import { TOKEN_DECIMALS } from '@slipway/domain';

/** Digits after the point that aggregators read. */
const MAX_DECIMALS = 50;

/** A value too small for 50 places is written with the last of them: a price of 0 stops an aggregator. */
export const SMALLEST = `0.${'0'.repeat(MAX_DECIMALS - 1)}1`;

/** An integer of `decimals` places as a plain decimal, without zeros at its end. */
function toText(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  const whole = digits.slice(0, -decimals);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** An amount of wei in whole tokens, exactly. */
export const toTokens = (wei: bigint): string => toText(wei, TOKEN_DECIMALS);

/** A quotient to 50 places, cut off; null where that is nothing, or no number. */
export function toQuotient(numerator: bigint, denominator: bigint): string | null {
  if (denominator === 0n) return null;
  const units = (numerator * 10n ** BigInt(MAX_DECIMALS)) / denominator;
  return units === 0n ? null : toText(units, MAX_DECIMALS);
}
