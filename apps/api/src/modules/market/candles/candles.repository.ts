import { Injectable } from '@nestjs/common';
import {
  type Address,
  type AsOfBlock,
  type CandlePeriod,
  DAYS,
  type DecimalPrice,
  HOURS,
  mapKnown,
  MINUTES,
  parseDecimalPrice,
  toDecimalPrice,
} from '@slipway/domain';
import { type HeadStatement, idOfAddress, PrismaService, finalTime } from '@slipway/database';
import { priceInPlatform } from '@slipway/protocols';

/** Intervals that a series may have: each is made of candles that are kept. */
export const INTERVALS = {
  '1m': { seconds: 60, kept: MINUTES },
  '5m': { seconds: 300, kept: MINUTES },
  '15m': { seconds: 900, kept: MINUTES },
  '1h': { seconds: 3_600, kept: HOURS },
  '4h': { seconds: 14_400, kept: HOURS },
  '1d': { seconds: 86_400, kept: DAYS },
  '1w': { seconds: 604_800, kept: DAYS },
} satisfies Record<string, { seconds: number; kept: CandlePeriod }>;

export type CandleInterval = keyof typeof INTERVALS;

export const CANDLE_INTERVALS = Object.keys(INTERVALS) as CandleInterval[];

/** The first Monday of Unix time, in seconds. Weeks begin on Mondays; all that is shorter begins then as well. */
export const MONDAY = 345_600;

export const CANDLE_CURRENCIES = ['usd', 'platform'] as const;

export type CandleCurrency = (typeof CANDLE_CURRENCIES)[number];

/** Which candles are asked for; times in seconds since the Unix epoch, null is no restriction. */
export interface CandleRange {
  readonly token: Address;
  readonly interval: CandleInterval;
  readonly currency: CandleCurrency;
  /** Opening time of the first candle; with it the page begins there, without it the page ends at the last candle. */
  readonly first: number | null;
  /** Opening time of the last candle. */
  readonly last: number | null;
  readonly limit: number;
  /** Whether intervals without a trade count. */
  readonly fill: boolean;
  /** Blocks behind the head from which on one is final. */
  readonly finalityBlocks: number;
}

/** A candle as it is kept (chain.candles); `time` is when it begins, in seconds. */
export interface KeptCandle {
  readonly time: number;
  readonly high: DecimalPrice;
  readonly low: DecimalPrice;
  readonly highUsd: number | null;
  readonly lowUsd: number | null;
  readonly close: DecimalPrice;
  readonly volumePlatform: bigint;
  readonly volumeUsd: bigint | null;
  readonly trades: number;
}

/** The feed's prices in a kept interval in which it said one (chain.feed_candles), 8 decimals. */
export interface FeedCandle {
  readonly time: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
}

/** A page of candles, and what they are made of: kept candles in the page, and the last before each gap in it, in order. */
export interface CandlePage {
  /** When the page's candles begin. */
  readonly opens: readonly number[];
  readonly candles: readonly KeptCandle[];
  readonly feed: readonly FeedCandle[];
  /** What the app was launched at. */
  readonly launch: { readonly price: DecimalPrice; readonly oraclePrice: bigint | null };
  /** What the feed said in the app's last kept candle after the app's last event; null when nothing. */
  readonly tail: { readonly time: number; readonly high: bigint; readonly low: bigint } | null;
  /** A time up to which every block is final, in seconds; null when none is known. */
  readonly finalTime: number | null;
}

/** A page of candles as the database gives it: times in seconds, amounts as texts, an array for each of a candle's values. */
export interface CandleColumns {
  readonly opens: readonly number[];
  readonly candles: Columns<KeptValues>;
  readonly feed: Columns<FeedValues>;
  /** Reserves at the launch, and the feed's price. */
  readonly launch: readonly [platform: string, tokens: string, oraclePrice: string | null] | null;
  readonly tail: readonly [time: number, high: string | null, low: string | null] | null;
}

type KeptValues = readonly [
  time: number,
  high: string | null,
  low: string | null,
  highUsd: number | null,
  lowUsd: number | null,
  close: string,
  volumePlatform: string,
  volumeUsd: string | null,
  trades: number,
];

type FeedValues = readonly [time: number, open: string, high: string, low: string, close: string];

/** One array for each of a row's values: one of 300 items costs less than 300 of nine. */
type Columns<Row extends readonly unknown[]> = { readonly [Value in keyof Row]: readonly Row[Value][] };

/** From which end a page is counted. */
export type CandleDirection = 'forward' | 'backward';

/** Where a page of filled candles ends that begins at its earliest candle, and the other way round. */
const CUT: Record<CandleDirection, { earliest: string; latest: string; order: string }> = {
  forward: {
    earliest: 'earliest',
    latest: 'least(latest, earliest + ($5::bigint - 1) * $2::bigint)',
    order: 'ASC',
  },
  backward: {
    earliest: 'greatest(earliest, latest - ($5::bigint - 1) * $2::bigint)',
    latest: 'latest',
    order: 'DESC',
  },
};

const columnsOf = (...columns: readonly string[]): string =>
  `json_build_array(${columns.map((column) => `coalesce(array_agg(${column} ORDER BY slot), '{}')`).join(', ')})`;

/** When the candle begins that holds a time. */
const opensAt = (time: string): string =>
  `(floor((${time} - ${MONDAY})::float8 / $2::bigint)::bigint * $2 + ${MONDAY})`;

/** No block up to that time can change. $7 blocks until one is final. */
const FINAL_TIME = finalTime('$7');

/** Reserves at the launch, and the feed's price then, which a page with the first candle opens at. */
const launchOf = (app: string): string => `(
  SELECT json_build_array(r.platform_reserve::text, r.token_reserve::text, (
    SELECT price::text FROM oracle_prices o
    WHERE o.block_number <= r.block_number AND price > 0 ORDER BY o.block_number DESC LIMIT 1
  )) FROM reserves r WHERE r.token_id = ${app} ORDER BY r.block_number, r.log_index LIMIT 1
)`;

/** What a statement asks of each app: $2 to $7. */
type PageOf = [
  seconds: number,
  first: number | null,
  last: number | null,
  limit: number,
  fill: boolean,
  finalityBlocks: number,
];

/**
 * The tables of a page of an app's candles, and its columns: when they begin, and the kept candles that they are made of. The
 * series reaches from the launch to the candle that holds the head's time. In USD it begins with the feed's first price. $2
 * length of the interval. $3 and $4 opening time of the first and the last candle (or null), all in seconds. $5 most candles, $6
 * whether intervals without a trade count, $7 blocks until one is final.
 *
 * @param app SQL of the app's id
 */
function pageOf(
  app: string,
  currency: CandleCurrency,
  direction: CandleDirection,
  { seconds, epochSlot, lastSlot }: CandlePeriod,
): { tables: string; columns: string } {
  const { earliest, latest, order } = CUT[direction];
  const ofApp = `token_id = ${app} AND slot BETWEEN ${epochSlot} AND ${lastSlot}`;
  const ofFeed = `slot BETWEEN ${epochSlot} AND ${lastSlot}`;
  const time = `((slot - ${epochSlot})::bigint * ${seconds})`;
  const slot = (at: string): string => `((${at}) / ${seconds} + ${epochSlot})::int`;
  const begin =
    currency === 'usd'
      ? `greatest(slot, (SELECT slot FROM feed_candles WHERE ${ofFeed} ORDER BY slot LIMIT 1))`
      : 'slot';
  // Where nothing is kept in a gap, all is as it was before.
  const lastBefore = (table: string, where: string): string => `
          (SELECT * FROM ${table} WHERE ${where} AND slot < ${slot('asked.opens')} AND slot >= ${slot('asked.since')}
            ORDER BY slot DESC LIMIT 1)`;
  const inside = (table: string, where: string): string => `
          (SELECT * FROM ${table} WHERE ${where} AND slot >= ${slot('asked.opens')} AND slot < ${slot('asked.ends')})`;
  const kept = (table: string, where: string): string => `
        SELECT of.* FROM asked CROSS JOIN LATERAL (${lastBefore(table, where)} UNION ALL ${inside(table, where)}) of`;
  return {
    tables: `
      WITH series AS (
        SELECT greatest(${opensAt(time)}, $3::bigint) AS earliest,
          least(${opensAt('extract(epoch FROM h.block_time)')}, $4::bigint) AS latest
        FROM head h CROSS JOIN (
          SELECT ${begin} AS slot FROM candles WHERE ${ofApp} ORDER BY candles.slot LIMIT 1
        ) first${currency === 'usd' ? ` WHERE EXISTS (SELECT FROM feed_candles WHERE ${ofFeed})` : ''}
      ), page AS MATERIALIZED (
        SELECT CASE WHEN $6::boolean THEN ${earliest} ELSE earliest END AS earliest,
          CASE WHEN $6 THEN ${latest} ELSE latest END AS latest
        FROM series WHERE earliest <= latest
      ), asked AS MATERIALIZED (
        SELECT opens, ends, coalesce(lag(ends) OVER (ORDER BY opens), 0) AS since FROM (
          SELECT earliest AS opens, latest + $2::bigint AS ends FROM page WHERE $6
          UNION ALL (
            SELECT opens, opens + $2::bigint FROM (
              SELECT DISTINCT ${opensAt(time)} AS opens FROM page CROSS JOIN LATERAL (
                SELECT slot FROM candles
                WHERE ${ofApp} AND slot >= ${slot('page.earliest')} AND slot < ${slot('page.latest + $2::bigint')} AND trades > 0
                ORDER BY slot ${order} LIMIT $5::bigint * ($2::bigint / ${seconds})
              ) traded WHERE NOT $6
            ) intervals ORDER BY opens ${order} LIMIT $5
          )
        ) spans
      )`,
    columns: `(
          SELECT coalesce(json_agg(opens ORDER BY opens), '[]') FROM (
            SELECT opens FROM asked WHERE NOT $6
            UNION ALL SELECT generate_series(earliest, latest, $2::bigint) FROM page WHERE $6
          ) candles
        ) AS opens, (
          SELECT ${columnsOf(time, 'high::text', 'low::text', 'high_usd', 'low_usd', 'close::text', 'volume_platform::text', 'volume_usd::text', 'trades')}
          FROM (${kept('candles', ofApp)}) kept
        ) AS candles, (
          SELECT ${columnsOf(time, 'open::text', 'high::text', 'low::text', 'close::text')} FROM (${kept('feed_candles', ofFeed)}) kept
        ) AS feed, ${launchOf(app)} AS launch, (
          SELECT json_build_array(${time}, said.high, said.low) FROM (
            SELECT slot FROM candles WHERE ${ofApp} ORDER BY slot DESC LIMIT 1
          ) last CROSS JOIN (
            SELECT r.block_number, (SELECT time FROM block_times WHERE number = r.block_number) AS time
            FROM reserves r WHERE r.token_id = ${app} ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
          ) event CROSS JOIN LATERAL (
            SELECT max(price)::text AS high, min(price)::text AS low FROM oracle_prices o
            WHERE o.time >= greatest(event.time, to_timestamp(${time})) AND o.time < to_timestamp(${time} + ${seconds}) AND price > 0
              AND o.block_number > event.block_number
          ) said
        ) AS tail`,
  };
}

/** A page of an app's candles: $1 its token, the others as {@link pageOf} says. */
export function candlesSql(
  currency: CandleCurrency,
  direction: CandleDirection,
  kept: CandlePeriod,
): HeadStatement<
  [token: Address, ...page: PageOf],
  CandleColumns & {
    /** Whether an app has the token. */
    readonly known: boolean;
    readonly finalTime: string | null;
  }
> {
  const app = idOfAddress('$1');
  const { tables, columns } = pageOf(app, currency, direction, kept);
  return {
    name: `candles-${currency}-${direction}-${kept.seconds}`,
    text: `${tables}
      SELECT h.*, EXISTS (SELECT FROM apps WHERE apps.token_id = ${app}) AS known, ${columns},
        extract(epoch FROM ${FINAL_TIME}) AS "finalTime"
      FROM indexed_head h`,
  };
}

/** Such a page of each of some apps: $1 their tokens. Another token has none. */
function candlesOfManySql(
  currency: CandleCurrency,
  direction: CandleDirection,
  kept: CandlePeriod,
): HeadStatement<
  [tokens: readonly Address[], ...page: PageOf],
  { readonly pages: Readonly<Record<Address, CandleColumns>>; readonly finalTime: string | null }
> {
  const { tables, columns } = pageOf('app.token_id', currency, direction, kept);
  return {
    name: `candles-of-many-${currency}-${direction}-${kept.seconds}`,
    text: `
      SELECT h.*, (
        SELECT coalesce(json_object_agg(named.token, row_to_json(page)), '{}')
        FROM unnest($1::text[]) named (token) JOIN apps app ON app.token_id = ${idOfAddress('named.token')}
        CROSS JOIN LATERAL (${tables} SELECT ${columns}) page
      ) AS pages, extract(epoch FROM ${FINAL_TIME}) AS "finalTime"
      FROM indexed_head h`,
  };
}

/** A page as the repository's callers have it, of what the database gives. Null without an app's first reserves. */
function toPage(
  { opens, candles, feed, launch, tail }: CandleColumns,
  finalTime: string | null,
): CandlePage | null {
  if (launch === null) return null;
  const [platform, tokens, oraclePrice] = launch;
  const ratio = priceInPlatform({ platform: BigInt(platform), token: BigInt(tokens) });
  if (ratio === null) return null;
  return {
    opens,
    finalTime: mapKnown(finalTime, Number),
    candles: candles[0].map((_, place) => keptCandle(candles, place)),
    feed: feed[0].map((_, place) => feedCandle(feed, place)),
    launch: { price: toDecimalPrice(ratio), oraclePrice: mapKnown(oraclePrice, BigInt) },
    tail: toTail(tail),
  };
}

function keptCandle(columns: CandleColumns['candles'], place: number): KeptCandle {
  const [time, high, low, highUsd, lowUsd, closes, volumePlatform, volumeUsd, trades] = columns;
  const close = parseDecimalPrice(at(closes, place));
  return {
    time: at(time, place),
    high: mapKnown(at(high, place), parseDecimalPrice) ?? close,
    low: mapKnown(at(low, place), parseDecimalPrice) ?? close,
    highUsd: at(highUsd, place),
    lowUsd: at(lowUsd, place),
    close,
    volumePlatform: BigInt(at(volumePlatform, place)),
    volumeUsd: mapKnown(at(volumeUsd, place), BigInt),
    trades: at(trades, place),
  };
}

function feedCandle([time, open, high, low, close]: CandleColumns['feed'], place: number): FeedCandle {
  return {
    time: at(time, place),
    open: BigInt(at(open, place)),
    high: BigInt(at(high, place)),
    low: BigInt(at(low, place)),
    close: BigInt(at(close, place)),
  };
}

function toTail(tail: CandleColumns['tail']): CandlePage['tail'] {
  if (tail === null) return null;
  const [time, high, low] = tail;
  return high === null || low === null ? null : { time, high: BigInt(high), low: BigInt(low) };
}

/** All arrays of a page are of one length. */
function at<T>(values: readonly T[], place: number): T {
  return values[place] as T;
}

/** Reads candles. Null means that nothing is indexed yet. */
@Injectable()
export class CandlesRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** A page of candles, oldest first; `page` is null when no app has the token. */
  async readCandles(range: CandleRange): Promise<{ asOf: AsOfBlock; page: CandlePage | null } | null> {
    const { token, interval, currency, first, last, limit, fill, finalityBlocks } = range;
    const { seconds, kept } = INTERVALS[interval];
    const statement = candlesSql(currency, first === null ? 'backward' : 'forward', kept);
    const asked = [token, seconds, first, last, limit, fill, finalityBlocks] as const;
    const found = await this.prisma.$runAsOf(statement, ...asked);
    return found === null
      ? null
      : { asOf: found.asOf, page: found.known ? toPage(found, found.finalTime) : null };
  }

  /** The same of some tokens at once; none of those that are no app's. */
  async readCandlesOfMany(
    tokens: readonly Address[],
    range: Omit<CandleRange, 'token'>,
  ): Promise<{ asOf: AsOfBlock; pages: ReadonlyMap<Address, CandlePage> } | null> {
    const { interval, currency, first, last, limit, fill, finalityBlocks } = range;
    const { seconds, kept } = INTERVALS[interval];
    const statement = candlesOfManySql(currency, first === null ? 'backward' : 'forward', kept);
    const asked = [tokens, seconds, first, last, limit, fill, finalityBlocks] as const;
    const found = await this.prisma.$runAsOf(statement, ...asked);
    if (found === null) return null;
    const pages = tokens.flatMap((token): [Address, CandlePage][] => {
      const columns = found.pages[token];
      const page = columns === undefined ? null : toPage(columns, found.finalTime);
      return page === null ? [] : [[token, page]];
    });
    return { asOf: found.asOf, pages: new Map(pages) };
  }
}
