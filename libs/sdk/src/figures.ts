/** What stands for a figure that is not known. */
const UNKNOWN = '–';

/** Of every text for people: U+2212, as wide as a plus. */
export const MINUS = '−';

/** Zeros after the point that are counted instead of written: 0.00002627 is 0.0₄2627. */
const FEWEST_COUNTED_ZEROS = 4;

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
const LETTERS = ['', 'K', 'M', 'B', 'T'] as const;

type Figure = number | null | undefined;

/**
 * An amount or a price in USD: `0.00002627` as `$0.0₄2627`, `0.5` as `$0.50`, `1234.5` as `$1,234.50`, `4200000` as `$4.2M`, from
 * 10^15 on `$1.23e15`; `–` for an unknown one.
 */
export function formatUsd(value: Figure): string {
  if (!isKnown(value)) return UNKNOWN;
  if (value < 0) return `${MINUS}${formatUsd(-value)}`;
  if (value > 0 && value < 1) return `$${formatSmall(value)}`;
  const cents = value.toFixed(2);
  if (value >= 1e6 || cents === '1000000.00') return `$${formatCompact(value)}`;
  return `$${groupDigits(cents.slice(0, -3))}${cents.slice(-3)}`;
}

/** A price in USD, or where there is none in platform tokens: `0.0₄2667 platform tokens`. @param unit said after those */
export function formatPrice(usd: Figure, inPlatform: Figure | string, unit = ' platform tokens'): string {
  if (isKnown(usd) || inPlatform === null || inPlatform === undefined) return formatUsd(usd);
  return `${formatUsd(Number(inPlatform)).replace('$', '')}${unit}`;
}

/**
 * Prices of one axis in USD, all with as many digits as the last one needs: `$0.0₄2630`, `$0.5000`, `$4.200M`.
 *
 * @param scale a price of the axis
 */
export function usdAxis(scale: number): {
  readonly step: number;
  readonly format: (price: number) => string;
} {
  const power = scale > 0 && Number.isFinite(scale) ? Math.floor(Math.log10(scale)) : 1;
  const digits = Math.min(Math.max(3 - power, 2), 100);
  if (power >= 6 && power < 15) return { step: 10 ** -digits, format: (price) => formatLarge(price, power) };
  const format = (price: number): string => {
    if (!Number.isFinite(price) || Math.abs(price) >= 10_000) return formatUsd(price);
    const [whole = '', fraction = ''] = Math.abs(price).toFixed(digits).split('.');
    const zeros = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
    const text =
      zeros < FEWEST_COUNTED_ZEROS || zeros === digits
        ? `${groupDigits(whole)}.${zeros === digits ? '00' : fraction}`
        : `0.0${subscript(zeros)}${fraction.slice(zeros)}`;
    return `${price < 0 && zeros !== digits ? MINUS : ''}$${text}`;
  };
  return { step: 10 ** -digits, format };
}

/** A price of an axis of 10^power, four digits of it with the letter of the axis. */
function formatLarge(price: number, power: number): string {
  if (!Number.isFinite(price) || price === 0) return formatUsd(price);
  const thousands = Math.floor(power / 3);
  const [whole = '', fraction = ''] = (Math.abs(price) / 1_000 ** thousands)
    .toFixed(3 - (power % 3))
    .split('.');
  return `${price < 0 ? MINUS : ''}$${groupDigits(whole)}.${fraction}${LETTERS[thousands] ?? ''}`;
}

/** A number of things: `1834` as `1,834`, from 100,000 on `1.23M`; `–` for an unknown one. */
export function formatCount(count: Figure): string {
  if (!isKnown(count)) return UNKNOWN;
  const whole = Math.round(count);
  if (whole < 0) return `${MINUS}${formatCount(-whole)}`;
  return whole < 100_000 ? groupDigits(String(whole)) : formatCompact(whole);
}

/** A change with its sign: `0.05` as `+5.00%`, `15.3` as `+1.53K%`; `–` for an unknown one. */
export function formatChange(ratio: Figure): string {
  if (!isKnown(ratio)) return UNKNOWN;
  const text = (Math.abs(ratio) * 100).toFixed(2);
  if (Number(text) === 0) return '0.00%';
  const size = Number(text) < 1_000 ? text : formatCompact(Math.abs(ratio) * 100);
  return `${ratio < 0 ? MINUS : '+'}${size}%`;
}

/** A part of a whole, from 0 to 1: `0.6349` as `63.4%`, never 100 % before it is; `–` for an unknown one. */
export function formatShare(ratio: Figure): string {
  if (!isKnown(ratio)) return UNKNOWN;
  if (ratio <= 0) return '0%';
  if (ratio >= 1) return '100%';
  // 0.29 has 290 thousandths, though a double's product is less.
  const thousandths = Math.floor(Number((ratio * 1_000).toPrecision(12)));
  return `${Math.min(thousandths, 999) / 10}%`;
}

/** Groups of three digits of a whole number. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function isKnown(value: Figure): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Of a number that is not negative: three digits or more, at most two after the point, with the letter of a power of a thousand. */
export function formatCompact(value: number): string {
  for (const [power, letter] of LETTERS.entries()) {
    const text = (value / 1_000 ** power).toFixed(2);
    if (Number(text) < 1_000) return `${trimZeros(text)}${letter}`;
  }
  const [digits = '', exponent = ''] = value.toExponential(2).split('e+');
  return `${digits}e${exponent}`;
}

/** Four digits that count of a number below one. */
function formatSmall(value: number): string {
  const [mantissa = '', exponent = ''] = value.toExponential(3).split('e-');
  if (exponent === '') return value.toFixed(2);
  const zeros = Number(exponent) - 1;
  const digits = mantissa.replace('.', '').replace(/0+$/, '');
  if (zeros < FEWEST_COUNTED_ZEROS) return `0.${('0'.repeat(zeros) + digits).padEnd(2, '0')}`;
  return `0.0${subscript(zeros)}${digits}`;
}

function subscript(count: number): string {
  return String(count).replace(/\d/g, (digit) => SUBSCRIPTS.charAt(Number(digit)));
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, '');
}
