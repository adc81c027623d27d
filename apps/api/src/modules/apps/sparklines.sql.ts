import { HOURS, parseDecimalPrice, usdPrice } from '@slipway/domain';
import type { HeadStatement } from '@slipway/database';
import type { AppItems, HourlyCloses, SparklineColumns } from './app-rows.types.js';

/** Points of a sparkline, and the hours that each closes. Both divide a day: they begin at 00:00 UTC. */
const SPANS = { '24h': { points: 24, hours: 1 }, '7d': { points: 28, hours: 6 } } as const;

export type SparklineSpan = keyof typeof SPANS;

export const SPARKLINE_SPANS = Object.keys(SPANS) as SparklineSpan[];

const sparklineShape = (span: SparklineSpan): { readonly points: number; readonly hours: number } =>
  SPANS[span];

interface SparklineOptions {
  readonly span: SparklineSpan;
  /** The as-of block's time. */
  readonly at: Date;
  readonly launchedAt: Date;
  /** The app's price now, at the feed's last: the last point, as the open candle closes. */
  readonly last: number | null;
}

/**
 * USD closes of an app, oldest first, from its launch on: those of its candles. Null before the feed's first price.
 * A point that has ended never changes, so that later pages have those of the first page's block.
 */
export function toSparkline(
  app: HourlyCloses,
  feed: HourlyCloses,
  { span, at, launchedAt, last: lastPrice }: SparklineOptions,
): (number | null)[] {
  const { points, hours } = sparklineShape(span);
  const pointOf = (time: Date): number => Math.floor(time.getTime() / 1_000 / HOURS.seconds / hours);
  const last = pointOf(at);
  const [prices, oraclePrices] = [new Closes(app), new Closes(feed)];
  const line: (number | null)[] = [];
  for (let point = Math.max(last - points + 1, pointOf(launchedAt)); point < last; point += 1) {
    const ends = (point + 1) * hours;
    const [price, oraclePrice] = [prices.before(ends), oraclePrices.before(ends)];
    line.push(
      price === null || oraclePrice === null ? null : usdPrice(parseDecimalPrice(price), BigInt(oraclePrice)),
    );
  }
  return [...line, lastPrice];
}

/** Reads closes in order of time. */
class Closes {
  private next = 0;

  constructor(private readonly closes: HourlyCloses) {}

  /** The last close of an hour before this one; null before the first. */
  before(hour: number): string | null {
    const [hours, closes] = this.closes;
    while ((hours[this.next] ?? Infinity) < hour) this.next += 1;
    return closes[this.next - 1] ?? null;
  }
}

const HOUR = `slot - ${HOURS.epochSlot}`;

/** Hours and closes of rows that have a slot and a close. */
const closesOf = (rows: string): string => `(
  SELECT json_build_array(coalesce(array_agg(${HOUR} ORDER BY slot), '{}'), coalesce(array_agg(close::text ORDER BY slot), '{}'))
  FROM (${rows}) kept
)`;

/**
 * A list of apps with what their sparklines are made of, in one statement: so both are of one block. Of each app it reads
 * its candles of the span's hours, and the last one before them.
 *
 * @param span null for the list alone
 */
export function withSparklines<Values extends readonly unknown[], Row extends AppItems>(
  { name, text }: HeadStatement<Values, Row>,
  span: SparklineSpan | null,
): HeadStatement<Values, Row & { readonly sparklines?: SparklineColumns }> {
  const named = (full: string): { name?: string } => (name === undefined ? {} : { name: full });
  if (span === null) return { ...named(name ?? ''), text };
  const { points, hours } = sparklineShape(span);
  // The last hour of each point that has ended; with points of an hour that is each hour.
  const inside = (table: string, where: string): string =>
    hours === 1
      ? `SELECT slot, close FROM ${table} WHERE ${where} AND slot >= hours.first AND slot < hours.last`
      : `SELECT DISTINCT ON ((${HOUR}) / ${hours}) slot, close FROM ${table}
          WHERE ${where} AND slot >= hours.first AND slot < hours.last ORDER BY (${HOUR}) / ${hours}, slot DESC`;
  const before = (table: string, where: string): string =>
    `SELECT slot, close FROM ${table}
      WHERE ${where} AND slot < hours.first AND slot >= ${HOURS.epochSlot} ORDER BY slot DESC LIMIT 1`;
  /** The feed's last price at the page's block. */
  const lastIn = (table: string): string =>
    `(SELECT price::text FROM ${table} WHERE block_number <= page.block_number AND price > 0
        ORDER BY block_number DESC LIMIT 1)`;
  const kept = (table: string, where: string): string =>
    closesOf(`(${before(table, where)}) UNION ALL (${inside(table, where)})`);
  return {
    ...named(`sparkline-${span}-${name ?? ''}`),
    text: `
      WITH page AS MATERIALIZED (${text}), hours AS MATERIALIZED (
        SELECT (hour - hour % ${hours} + ${HOURS.epochSlot - (points - 1) * hours})::int AS first,
          (hour - hour % ${hours} + ${HOURS.epochSlot})::int AS last
        FROM (SELECT floor(extract(epoch FROM block_time) / ${HOURS.seconds})::bigint AS hour FROM page) now
      )
      SELECT page.*, json_build_object('oraclePrice', ${lastIn('oracle_prices')}, 'feed', ${kept('feed_candles', 'true')}, 'apps', (
        SELECT coalesce(json_agg(${kept('candles', 'token_id = token.id')} ORDER BY item.place), '[]')
        FROM json_array_elements(page.items) WITH ORDINALITY AS item (app, place)
          CROSS JOIN LATERAL (SELECT (item.app ->> 'token_id')::int AS id OFFSET 0) token
      )) AS sparklines
      FROM page CROSS JOIN hours`,
  };
}
