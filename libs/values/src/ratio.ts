/** An exact fraction. The denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** JSON numbers carry at most this many significant digits, so that every reader keeps them (contract section 1). */
const SIGNIFICANT_DIGITS = 15;

/**
 * The JSON number nearest to a fraction at 15 significant digits, ties to even.
 *
 * @throws RangeError when the denominator is not positive, or the value is outside the range of a double
 */
export function toJsonNumber({ numerator, denominator }: Ratio): number {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  if (numerator === 0n) return 0;
  const magnitude = numerator < 0n ? -numerator : numerator;
  // The quotient is scaled to 15 or 16 integer digits; one more division by ten settles which.
  let exponent = digits(denominator) - digits(magnitude) + SIGNIFICANT_DIGITS;
  let rounded = divideHalfEven(scale(magnitude, exponent), scale(denominator, -exponent));
  if (digits(rounded) > SIGNIFICANT_DIGITS) {
    exponent -= 1;
    rounded = divideHalfEven(scale(magnitude, exponent), scale(denominator, -exponent));
  }
  const value = Number(`${numerator < 0n ? '-' : ''}${rounded}e${-exponent}`);
  if (!Number.isFinite(value)) throw new RangeError('the value does not fit a JSON number');
  return value;
}

/**
 * A plain decimal string of a non-negative fraction with at most `places` decimals, truncated, without
 * trailing zeros or an exponent: `^(0|[1-9][0-9]*)(\.[0-9]{1,places})?$`.
 */
export function toDecimalString({ numerator, denominator }: Ratio, places = 18): string {
  if (numerator < 0n || denominator <= 0n) throw new RangeError('the fraction must not be negative');
  const unit = 10n ** BigInt(places);
  const scaled = (numerator * unit) / denominator;
  const fraction = (scaled % unit).toString().padStart(places, '0').replace(/0+$/, '');
  return fraction === '' ? `${scaled / unit}` : `${scaled / unit}.${fraction}`;
}

function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

function scale(value: bigint, exponent: number): bigint {
  return exponent > 0 ? value * 10n ** BigInt(exponent) : value;
}

function digits(value: bigint): number {
  return value.toString().length;
}
