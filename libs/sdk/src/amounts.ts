import { fail } from './errors.js';

export interface AmountFormat {
  /** Of the token; 18 by default, as every token of the API has. */
  readonly decimals?: number | undefined;
  /** At most so many digits after the point, the rest cut off; 4 by default. */
  readonly fractionDigits?: number | undefined;
}

const AMOUNT = /^(0|[1-9]\d{0,77})$/;
const DECIMAL = /^(\d{1,60})(?:\.(\d{1,40}))?$/;
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const UNITS = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
] as const;

/** An amount of the API, a decimal string in base units, as a bigint. */
export function asBigInt(amount: string): bigint {
  if (!AMOUNT.test(amount)) throw fail('invalid_argument', 'an amount is a decimal integer in base units');
  return BigInt(amount);
}

/** `1234500000000000000000` as `1,234.5`. An amount above zero is never shown as zero: `<0.0001`. */
export function formatAmount(
  amount: string | bigint,
  { decimals = 18, fractionDigits = 4 }: AmountFormat = {},
): string {
  const value = typeof amount === 'bigint' ? amount : asBigInt(amount);
  if (value < 0n) return `-${formatAmount(-value, { decimals, fractionDigits })}`;
  const one = 10n ** BigInt(decimals);
  const fraction = String(value % one)
    .padStart(decimals, '0')
    .slice(0, Math.min(fractionDigits, decimals))
    .replace(/0+$/, '');
  const whole = group(String(value / one));
  if (value !== 0n && value < one && fraction === '')
    return `<${fractionDigits === 0 ? '1' : `0.${'1'.padStart(fractionDigits, '0')}`}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `1234.5` as `1234500000000000000000`. */
export function parseAmount(text: string, { decimals = 18 }: { readonly decimals?: number } = {}): bigint {
  const [, whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals)
    throw fail(
      'invalid_argument',
      `an amount is a decimal number with at most ${decimals} digits after the point`,
    );
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/** `0.00002627` as `$0.0₄2627`, `0.1234` as `$0.1234`, `1234.5` as `$1,234.50`, `4200000` as `$4.2M`; `–` for an unknown one. */
export function formatUsd(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (value < 0) return `-${formatUsd(-value)}`;
  for (const [unit, letter] of UNITS)
    if (value >= unit) return `$${trimZeros((value / unit).toFixed(2))}${letter}`;
  if (value === 0 || value >= 1) {
    const [whole = '', cents = ''] = value.toFixed(2).split('.');
    return `$${group(whole)}.${cents}`;
  }
  return `$${formatSmall(value)}`;
}

/** Four digits of a number below one, its zeros after the point counted from three on. */
function formatSmall(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(3).split('e-');
  const zeros = Number(exponent) - 1;
  if (exponent === '') return value.toFixed(2);
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  if (zeros < 3) return `0.${'0'.repeat(zeros)}${digits}`;
  const count = String(zeros).replace(/\d/g, (digit) => SUBSCRIPTS.charAt(Number(digit)));
  return `0.0${count}${digits}`;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '');
}
