import { Injectable } from '@nestjs/common';
import {
  type AtHead,
  type HeadStatement,
  idOfAddress,
  lastBlockUpTo,
  PrismaService,
  reservesAt,
} from '@slipway/database';
import {
  type Address,
  type CandlePeriod,
  DAYS,
  DEAD_ADDRESS,
  HOURS,
  MINUTES,
  ZERO_ADDRESS,
} from '@slipway/domain';
import type { AppItems, AppListPage, AppPageRow, MarketContext, NamedApp } from '../app-rows.types.js';
import { LAUNCH_FIGURES, type LaunchFigures, launchSets } from '../launch-report/launch-sets.sql.js';
import { type SparklineSpan, withSparklines } from '../sparklines.sql.js';

/** Windows that an app's page shows, in seconds. They end at the as-of block's time. */
const APP_WINDOWS = { '5m': 300, '1h': 3_600, '6h': 21_600, '24h': 86_400, '7d': 604_800 } as const;

export type AppWindow = keyof typeof APP_WINDOWS;

/** An app in a window, as the database has it: amounts are decimal strings. */
interface AppWindowRow {
  readonly buys: number;
  readonly sells: number;
  /** USD with 26 decimals; null when a trade has none. */
  readonly volumeUsd: string | null;
  readonly traders: number;
  /** At the window's begin; null for an app that is younger. */
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
  readonly oraclePrice: string | null;
}

/** What only an app's own page shows of its market. */
export interface AppMarketRow {
  readonly windows: Readonly<Record<AppWindow, AppWindowRow>>;
  /** The highest USD price up to the app's last event, and then its price and the feed's highest since. */
  readonly high: {
    readonly usd: number | null;
    readonly close: string;
    readonly oraclePrice: string | null;
  } | null;
  /** Wei: of the ten richest, of the creator, and of the pool, the curve and burn addresses. */
  readonly held: { readonly top10: string; readonly creator: string; readonly excluded: string };
  readonly launch: LaunchFigures;
}

/** The apps of $1 tokens, in that order. */
export const NAMED_APPS: HeadStatement<[tokens: readonly Address[]], AppItems<NamedApp>> = {
  name: 'named-apps',
  text: `
    SELECT h.*, to_json(m) AS context, (
      SELECT coalesce(json_agg(app ORDER BY app.place), '[]') FROM (
        SELECT a.*, EXISTS (SELECT FROM hidden_apps x WHERE x.token = asked.token) AS hidden, asked.place
        FROM unnest($1::text[]) WITH ORDINALITY AS asked (token, place)
          CROSS JOIN LATERAL (SELECT ${idOfAddress('asked.token')} AS id OFFSET 0) named JOIN app_rows a ON a.token_id = named.id
      ) app
    ) AS items
    FROM indexed_head h CROSS JOIN market_context m`,
};

/** One app's page, null when no app has the token: $1. */
const APP_PAGE: HeadStatement<[token: Address], { context: MarketContext; app: AppPageRow | null }> = {
  name: 'app-page',
  text: `
    SELECT h.*, to_json(m) AS context, (
      SELECT to_json(page) FROM (
        SELECT r.*, a.description, a.website, '0x' || encode(a.launch_tx_hash, 'hex') AS "launchTxHash",
          v.graduated_at AS "graduatedAt", EXISTS (SELECT FROM hidden_apps x WHERE x.token = r.token) AS hidden
        FROM app_rows r JOIN apps a ON a.token_id = r.token_id JOIN curves v ON v.token_id = r.token_id
        WHERE r.token_id = ${idOfAddress('$1')}
      ) page
    ) AS app
    FROM indexed_head h CROSS JOIN market_context m`,
};

const APP_ID = idOfAddress('$1');

/** The feed's price when candle c begins. */
const priceBefore = ({ epochSlot }: CandlePeriod): string => `(
  SELECT f.close FROM feed_candles f WHERE f.slot < c.slot AND f.slot >= ${epochSlot} ORDER BY f.slot DESC LIMIT 1
)`;

/** Traded candles of a length; USD that is not kept follows from the feed's price when the candle begins. */
const candlesOf = (period: CandlePeriod, from: string, to: string | null): string => `
  SELECT c.buys, c.trades - c.buys AS sells,
    CASE WHEN c.high_usd IS NULL THEN coalesce(c.volume_platform * ${priceBefore(period)}, c.volume_usd) ELSE c.volume_usd END AS usd
  FROM candles c WHERE c.token_id = ${APP_ID} AND c.trades > 0 AND c.slot >= (${from} + ${period.epochSlot})::int
    AND c.slot ${to === null ? `<= ${period.lastSlot}` : `< (${to} + ${period.epochSlot})::int`}`;

/** Single trades, up to where the first whole minute of the window begins. */
const FIRST_TRADES = `
  SELECT sum(side.is_buy::int) AS buys, sum((NOT side.is_buy)::int) AS sells, CASE WHEN count(*) = count(b.oracle_price)
    THEN sum(t.platform_amount * b.oracle_price) END AS usd
  FROM (VALUES (true), (false)) side (is_buy) CROSS JOIN LATERAL (
    SELECT block_number, platform_amount FROM trades
    WHERE token_id = ${APP_ID} AND is_buy = side.is_buy AND block_number > span.block AND block_number <= span.first_block
  ) t LEFT JOIN LATERAL (SELECT oracle_price FROM block_times WHERE number = t.block_number LIMIT 1) b ON true
  HAVING count(*) > 0`;

/**
 * An app's windows: whole days, hours and minutes of its kept candles, and before them single trades. So they are exact, and
 * read some hundred rows, however many trades there are. Traders are counted by their last trade.
 */
const WINDOWS = `(
  SELECT json_object_agg(span.name, json_build_object('buys', sums.buys, 'sells', sums.sells, 'volumeUsd', sums.usd,
    'traders', (SELECT count(*) FROM positions WHERE token_id = ${APP_ID} AND last_trade_block > span.block),
    'platformReserve', r.platform_reserve::text, 'tokenReserve', r.token_reserve::text, 'oraclePrice', (
      SELECT price::text FROM oracle_prices o WHERE o.time <= span.began
      ORDER BY o.time DESC, o.block_number DESC, o.log_index DESC LIMIT 1
    )))
  FROM spans span CROSS JOIN LATERAL (
    SELECT coalesce(sum(buys), 0) AS buys, coalesce(sum(sells), 0) AS sells,
      CASE WHEN count(*) = count(usd) THEN coalesce(sum(usd), 0)::text END AS usd
    FROM (
      ${FIRST_TRADES}
      UNION ALL ${candlesOf(MINUTES, 'span.minute', 'span.hour * 60')}
      UNION ALL ${candlesOf(HOURS, 'span.hour', 'span.day * 24')}
      UNION ALL ${candlesOf(DAYS, 'span.day', null)}
    ) parts
  ) sums LEFT JOIN LATERAL ${reservesAt(APP_ID, 'span.block')} r ON true
)`;

const slotOf = ({ seconds, epochSlot }: CandlePeriod): string =>
  `(floor(extract(epoch FROM event.time) / ${seconds})::bigint + ${epochSlot})`;

const endOf = ({ seconds }: CandlePeriod): string =>
  `to_timestamp((floor(extract(epoch FROM event.time) / ${seconds}) + 1) * ${seconds})`;

/** The feed's highest in whole slots of a length, up to where the next longer length has one. */
const highestAfter = (period: CandlePeriod, longer: CandlePeriod | null): string => {
  const end =
    longer === null
      ? `<= ${period.lastSlot}`
      : `< ${period.epochSlot} + (${slotOf(longer)} - ${longer.epochSlot} + 1) * ${longer.seconds / period.seconds}`;
  return `SELECT max(high) AS high FROM feed_candles WHERE slot > ${slotOf(period)} AND slot ${end}`;
};

/** The highest USD price at the end of a block is in the last candle of a day, as of the app's last event; then only the feed moved. */
const HIGH = `(
  SELECT json_build_object('usd', day.all_time_high_usd, 'close', day.close::text, 'oraclePrice', (
    SELECT max(high)::text FROM (
      SELECT max(price) AS high FROM oracle_prices o
      WHERE o.time >= event.time AND o.time < ${endOf(MINUTES)} AND o.price > 0 AND o.block_number > event.block_number
      UNION ALL ${highestAfter(MINUTES, HOURS)}
      UNION ALL ${highestAfter(HOURS, DAYS)}
      UNION ALL ${highestAfter(DAYS, null)}
    ) said
  ))
  FROM (
    SELECT all_time_high_usd, close FROM candles WHERE token_id = ${APP_ID} AND slot BETWEEN ${DAYS.epochSlot} AND ${DAYS.lastSlot}
    ORDER BY slot DESC LIMIT 1
  ) day CROSS JOIN (
    SELECT r.block_number, (SELECT time FROM block_times WHERE number = r.block_number) AS time
    FROM reserves r WHERE r.token_id = ${APP_ID} ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
  ) event
)`;

const BURN_ADDRESSES = [ZERO_ADDRESS, DEAD_ADDRESS] as const;

/** The richest holders among which ten are left without those of the market and the burnt. */
const RICHEST = 10 + BURN_ADDRESSES.length + 2;

const balanceOf = (holders: string): string =>
  `(SELECT coalesce(sum(balance), 0)::text FROM balances WHERE token_id = ${APP_ID} AND holder_id ${holders})`;

const HELD = `json_build_object('top10', (
    SELECT coalesce(sum(balance), 0)::text FROM (
      SELECT balance FROM (
        SELECT holder_id, balance FROM balances WHERE token_id = ${APP_ID}
        ORDER BY balance DESC, holder_order DESC LIMIT ${RICHEST}
      ) richest WHERE holder_id <> ALL (excluded.ids) ORDER BY balance DESC LIMIT 10
    ) top
  ), 'creator', ${balanceOf(`= ${idOfAddress(`(page.app ->> 'creator')`)}`)},
  'excluded', ${balanceOf('= ANY (excluded.ids)')})`;

/** The statement of an app's page with its market: $1 the token. Both are null when no app has it. */
export const APP_DETAIL: HeadStatement<
  [token: Address],
  { context: MarketContext; app: AppPageRow | null; market: AppMarketRow | null }
> = {
  name: 'app-detail',
  text: `
    WITH page AS MATERIALIZED (${APP_PAGE.text}), began AS MATERIALIZED (
      SELECT span.name, page.block_time - span.seconds * interval '1 second' AS began
      FROM page CROSS JOIN (VALUES ${Object.entries(APP_WINDOWS)
        .map(([name, seconds]) => `('${name}', ${seconds})`)
        .join(', ')}) span (name, seconds)
      WHERE page.app IS NOT NULL
    ), spans AS MATERIALIZED (
      SELECT name, began, ${lastBlockUpTo('began')} AS block, minute, hour, day, coalesce((
        SELECT number FROM block_times WHERE time < to_timestamp(minute * 60) ORDER BY time DESC, number DESC LIMIT 1
      ), -1) AS first_block
      FROM began CROSS JOIN LATERAL (SELECT floor(extract(epoch FROM began))::bigint AS second) at
        CROSS JOIN LATERAL (SELECT second / 60 + 1 AS minute, second / 3600 + 1 AS hour, second / 86400 + 1 AS day) whole
    ), ${launchSets(APP_ID)}
    SELECT page.*, CASE WHEN page.app IS NOT NULL THEN json_build_object('windows', ${WINDOWS}, 'high', ${HIGH}, 'held', ${HELD}, 'launch', ${LAUNCH_FIGURES}) END AS market
    FROM page CROSS JOIN LATERAL (
      SELECT array_remove(ARRAY[${[
        idOfAddress(`(SELECT launchpad FROM deployment)`),
        idOfAddress(`(page.app ->> 'pool')`),
        ...BURN_ADDRESSES.map((address) => idOfAddress(`'${address}'`)),
      ].join(', ')}], NULL) AS ids OFFSET 0
    ) excluded`,
};

/** Reads apps by their tokens. Null means that nothing is indexed yet. */
@Injectable()
export class AppRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** One app and its market; both are null when no app has the token. */
  readApp(token: Address): Promise<AtHead<{
    context: MarketContext;
    app: AppPageRow | null;
    market: AppMarketRow | null;
  }> | null> {
    return this.prisma.$runAsOf(APP_DETAIL, token);
  }

  /** The apps of some tokens, in their order; unknown ones are left out. */
  listNamed(
    tokens: readonly Address[],
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<NamedApp> | null> {
    return this.prisma.$runAsOf(withSparklines(NAMED_APPS, sparkline), tokens);
  }
}
