const LENGTHS_MS: Readonly<Record<string, number>> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
  '1w': 604_800_000,
};
const DEFAULT_LIMIT = 300;

/** Candles go on with the interval after the last one. */
export function nextCandles(params: Record<string, unknown>, page: unknown): Record<string, unknown> | null {
  const { candles, interval } = page as { candles: readonly { openTime: string }[]; interval: string };
  const last = candles.at(-1);
  if (last === undefined || candles.length < ((params['limit'] as number | undefined) ?? DEFAULT_LIMIT))
    return null;
  const fromMs = Date.parse(last.openTime) + (LENGTHS_MS[interval] ?? 0);
  const { to } = params as { to?: string };
  return to !== undefined && fromMs >= Date.parse(to)
    ? null
    : { ...params, from: new Date(fromMs).toISOString() };
}
