import { fail } from './errors.js';
import { groupDigits, MINUS } from './figures.js';

export interface AmountFormat {
  /** Of the token; 18 by default, as every token of the API has. */
  readonly decimals?: number | undefined;
  /** At most so many digits after the point, the rest cut off; 4 by default. */
  readonly fractionDigits?: number | undefined;
}

const AMOUNT = /^(0|[1-9]\d{0,77})$/;
const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
const MOST_DIGITS = 60;

/** An amount of the API, a decimal string in base units, as a bigint. */
export function asBigInt(amount: string): bigint {
  if (typeof amount !== 'string' || !AMOUNT.test(amount))
    throw fail('invalid_argument', 'an amount is a text: a decimal integer in base units');
  return BigInt(amount);
}

/** `1234500000000000000000` as `1,234.5`. No amount but zero is shown as zero: `<0.0001`, `>−0.0001`. */
export function formatAmount(
  amount: string | bigint,
  { decimals = 18, fractionDigits = 4 }: AmountFormat = {},
): string {
  const value = typeof amount === 'bigint' ? amount : asBigInt(amount);
  if (value < 0n) {
    const text = formatAmount(-value, { decimals, fractionDigits });
    return text.startsWith('<') ? `>${MINUS}${text.slice(1)}` : `${MINUS}${text}`;
  }
  const one = 10n ** BigInt(decimals);
  const fraction = String(value % one)
    .padStart(decimals, '0')
    .slice(0, Math.min(fractionDigits, decimals))
    .replace(/0+$/, '');
  const whole = groupDigits(String(value / one));
  if (value !== 0n && value < one && fraction === '')
    return `<${fractionDigits === 0 ? '1' : `0.${'1'.padStart(fractionDigits, '0')}`}`;
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** `1234.5` as `1234500000000000000000`. */
export function parseAmount(text: string, { decimals = 18 }: { readonly decimals?: number } = {}): bigint {
  const refuse = (message: string): Error => fail('invalid_argument', message);
  // Whatever a form or a caller without types hands over.
  const trimmed: string = typeof text === 'string' && text.length <= 200 ? text.trim() : '';
  const [, whole, fraction = ''] = DECIMAL.exec(trimmed) ?? [];
  if (whole === undefined)
    throw refuse('an amount is a text such as 1234.5: digits and one point, no sign, comma or exponent');
  if (whole.length > MOST_DIGITS)
    throw refuse(`an amount has at most ${MOST_DIGITS} digits before the point`);
  if (fraction.length > decimals) throw refuse(`an amount of this token has at most ${decimals} decimals`);
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
