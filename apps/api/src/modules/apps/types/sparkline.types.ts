/** Points of a sparkline, and the hours that each closes. Both divide a day: they begin at 00:00 UTC. */
const SPANS = { '24h': { points: 24, hours: 1 }, '7d': { points: 28, hours: 6 } } as const;
export type SparklineSpan = keyof typeof SPANS;
export const SPARKLINE_SPANS = Object.keys(SPANS) as SparklineSpan[];
export const sparklineShape = (span: SparklineSpan): { readonly points: number; readonly hours: number } =>
  SPANS[span];

/** Closes of hours since the Unix epoch in which something happened, in order; the first may be of long before. */
export type HourlyCloses = readonly [hours: readonly number[], closes: readonly string[]];

/** What the sparklines of a list are made of: a line for each app, and the feed's prices. */
export interface SparklineColumns {
  readonly apps: readonly HourlyCloses[];
  readonly feed: HourlyCloses;
  /** The feed's last price; null before its first. */
  readonly oraclePrice: string | null;
}
