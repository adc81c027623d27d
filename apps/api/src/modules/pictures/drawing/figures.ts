/** What stands for a figure that is not known. */
const UNKNOWN = '–';

const SUBSCRIPT_ZERO = 0x2080;

/** Zeros after the point that are counted instead of written: 0.00002627 is 0.0₄2627. */
const FEWEST_COUNTED_ZEROS = 4;

const exact = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** A price in USD with four digits that count, however small it is. */
export function formatPrice(usd: number | null): string {
  if (usd === null) return UNKNOWN;
  if (usd === 0) return '$0';
  if (usd >= 1_000_000) return formatUsd(usd);
  if (usd >= 1) return `$${exact.format(usd)}`;
  // Such as 2.627e-5.
  const [digits = '', exponent = ''] = usd.toExponential(3).split('e');
  const zeros = -Number(exponent) - 1;
  // Rounding may have made it 1.
  if (zeros < 0) return `$${exact.format(usd)}`;
  const significant = digits
    .replace('.', '')
    .replace(/0+$/, '')
    .padEnd(2 - zeros, '0');
  return zeros < FEWEST_COUNTED_ZEROS
    ? `$0.${'0'.repeat(zeros)}${significant}`
    : `$0.0${toSubscript(zeros)}${significant}`;
}

function toSubscript(count: number): string {
  return Array.from(String(count), (digit) => String.fromCodePoint(SUBSCRIPT_ZERO + Number(digit))).join('');
}

/** An amount of USD in a few characters: $1.23M. */
export function formatUsd(usd: number | null): string {
  return usd === null ? UNKNOWN : `$${usd < 1e15 ? compact.format(usd) : usd.toExponential(2)}`;
}

export function formatCount(count: number): string {
  return (count < 100_000 ? whole : compact).format(count);
}

/** A change as text with its sign: 0.05 is +5.00%. */
export function formatChange(ratio: number): string {
  const percent = ratio * 100;
  const size = Math.abs(percent);
  const text = size >= 1_000 ? compact.format(size) : size.toFixed(2);
  if (Number(size.toFixed(2)) === 0) return '0.00%';
  return `${percent < 0 ? '−' : '+'}${text}%`;
}

export function formatPercent(ratio: number): string {
  const percent = ratio * 100;
  // Never 100 % before it is.
  return `${percent >= 100 ? '100' : String(Math.floor(percent * 10) / 10)}%`;
}

export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
