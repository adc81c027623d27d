import { HOURS, parseDecimalPrice, usdPrice } from '@slipway/domain';
import { sparklineShape, type HourlyCloses, type SparklineSpan } from './types/sparkline.types.js';

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
