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

/** Whether an app's price is known in platform tokens alone. */
export function isWithoutUsd(app: {
  readonly priceUsd: number | null;
  readonly priceInPlatform: string | null;
}): boolean {
  return app.priceUsd === null && app.priceInPlatform !== null;
}

/** Of an amount in wei, as a number to show. */
export function wholeTokens(wei: string): number {
  return Number(wei) / 1e18;
}

/** Platform tokens that an event moved. */
export function valueInPlatform({
  platformAmount,
}: {
  readonly platformAmount: string | null;
}): number | null {
  return platformAmount === null ? null : wholeTokens(platformAmount);
}
