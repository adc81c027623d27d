/** An exact fraction. The denominator is positive. */
export interface Ratio {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** JSON numbers carry at most this many significant digits, so that every reader keeps them (docs/http-contract.md section 1). */
const SIGNIFICANT_DIGITS = 15;

/** What 15 significant digits are less than. */
const ROUNDED_LIMIT = 10 ** SIGNIFICANT_DIGITS;

/** The powers of ten that a double holds exactly. */
const EXACT_POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

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
  if (rounded >= ROUNDED_LIMIT) {
    exponent -= 1;
    rounded = divideHalfEven(scale(magnitude, exponent), scale(denominator, -exponent));
  }
  const value = shift(rounded, -exponent);
  if (!Number.isFinite(value)) throw new RangeError('the value does not fit a JSON number');
  return numerator < 0n ? -value : value;
}

/**
 * The JSON number nearest to an amount, as {@link toJsonNumber} says it, read off its digits: many times as fast.
 *
 * @param units a non-negative integer in decimal digits, without leading zeros
 * @param decimals how many of the digits are decimals
 */
export function unitsToJsonNumber(units: string, decimals: number): number {
  const head = Number(units.slice(0, SIGNIFICANT_DIGITS));
  const tail = units.slice(SIGNIFICANT_DIGITS);
  const isUp = /^50*$/.test(tail) ? head % 2 === 1 : tail >= '5';
  return shift(isUp ? head + 1 : head, tail.length - decimals);
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

/** All digits of a non-negative number that has 15 of them, without an exponent. */
export function toPlainText(value: number): string {
  const [mantissa = '', exponent] = String(value).split('e');
  if (exponent === undefined) return mantissa;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const point = whole.length + Number(exponent);
  const all = whole + fraction;
  return point > 0 ? all.padEnd(point, '0') : `0.${'0'.repeat(-point)}${all}`;
}

/** The nearest integer to a quotient of at most 16 digits, which a double holds but for the last. */
function divideHalfEven(numerator: bigint, denominator: bigint): number {
  const quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return Number(up ? quotient + 1n : quotient);
}

/** The double nearest to value * 10^places. With both exact, one operation rounds once, as reading the digits does. */
function shift(value: number, places: number): number {
  const power = EXACT_POWERS[Math.abs(places)];
  if (power === undefined) return Number(`${value}e${places}`);
  return places < 0 ? value / power : value * power;
}

function scale(value: bigint, exponent: number): bigint {
  return exponent > 0 ? value * powerOfTen(exponent) : value;
}

/** How many decimal digits a positive number has. */
function digits(value: bigint): number {
  const estimate = Math.round(Math.log10(Number(value)));
  if (!Number.isFinite(estimate)) return value.toString().length;
  return value < powerOfTen(estimate) ? estimate : estimate + 1;
}

const POWERS_OF_TEN: bigint[] = [];

/** Kept, since raising a bigint costs more than all else here. */
function powerOfTen(exponent: number): bigint {
  return (POWERS_OF_TEN[exponent] ??= 10n ** BigInt(exponent));
}
