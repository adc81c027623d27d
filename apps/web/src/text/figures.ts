const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `0.05` as `+5.00%`; `–` for an unknown value. */
export function formatChange(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined) return '–';
  const size = Math.abs(ratio * 100);
  const text = size >= 1_000 ? compact.format(size) : size.toFixed(2);
  if (Number(size.toFixed(2)) === 0) return '0.00%';
  return `${ratio < 0 ? '−' : '+'}${text}%`;
}

/** A part of a whole, never 100 % before it is. */
export function formatShare(ratio: number): string {
  return ratio >= 1 ? '100%' : `${Math.floor(ratio * 1_000) / 10}%`;
}

export function formatCount(count: number): string {
  return (count < 10_000 ? whole : compact).format(count);
}

export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** How long ago a moment was: `3 min`. */
export function formatAge(timestamp: string, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - Date.parse(timestamp)) / 1_000));
  const [length, unit] = UNITS.find(([unitSeconds]) => seconds >= unitSeconds) ?? [1, 's'];
  return seconds < 5 ? 'now' : `${Math.floor(seconds / length)} ${unit}`;
}

/** Class of a figure that rose or fell. */
export function trendOf(figure: number | null | undefined): 'up' | 'down' | 'flat' {
  if (figure === null || figure === undefined || figure === 0) return 'flat';
  return figure > 0 ? 'up' : 'down';
}
