import { idOfAddress, type HeadStatement } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { CandleCurrency, CandleRow } from './candles.types.js';

/** A page of candles as the database gives it: times in seconds, one array for each of a candle's values. */
export interface CandleColumns {
  /** Whether an app has the token. */
  readonly known: boolean;
  readonly earliest: string | null;
  readonly latest: string | null;
  readonly previousClose: number | null;
  readonly finalTime: string | null;
  readonly candles: Columns<CandleRow>;
}

/** One array for each of a row's values. */
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

/** What a candle is told by (CandleRow), each of them as an array: one of 300 items costs less than 300 of eight. */
const columnsOf = (currency: CandleCurrency): string =>
  [
    'extract(epoch FROM open_time)::bigint',
    ...['open', 'high', 'low', 'close'].map((price) => `${price}_${currency}`),
    'volume_usd::text',
    'volume_platform::text',
    'trades',
  ]
    .map((column) => `coalesce(array_agg(${column} ORDER BY open_time), '{}')`)
    .join(', ');

/** When the newest event happened whose block is final: no block up to that time can change. $7 blocks until one is final. */
const FINAL_TIME = `(
  SELECT max(time) FROM head h CROSS JOIN LATERAL (
    SELECT greatest(h.block_number - $7::bigint, h.final_before) AS block
  ) final CROSS JOIN LATERAL (
    (SELECT time FROM block_times WHERE number = (
      SELECT block_number FROM trades WHERE block_number < final.block ORDER BY block_number DESC LIMIT 1
    ))
    UNION ALL
    (SELECT time FROM oracle_prices WHERE block_number < final.block ORDER BY block_number DESC, log_index DESC LIMIT 1)
  ) events
)`;

/**
 * A page of an app's candles. The series reaches from its first priced candle to the one that holds the head's time.
 * $1 token, $2 length of the interval, $3 and $4 opening time of the first and the last candle (or null), all in seconds,
 * $5 most candles, $6 whether intervals without a trade count, $7 blocks until one is final.
 */
export function candlesSql(
  currency: CandleCurrency,
  direction: CandleDirection,
): HeadStatement<
  [
    token: Address,
    seconds: number,
    first: number | null,
    last: number | null,
    limit: number,
    fill: boolean,
    finalityBlocks: number,
  ],
  CandleColumns
> {
  const { earliest, latest, order } = CUT[direction];
  const close = `close_${currency}`;
  const ofSeries = `token_id = ${idOfAddress('$1')} AND seconds = $2::int`;
  return {
    name: `candles-${currency}-${direction}`,
    text: `
      WITH series AS (
        SELECT greatest(first.opens, $3::bigint) AS earliest,
          least(floor(extract(epoch FROM h.block_time) / $2::bigint)::bigint * $2, $4::bigint) AS latest
        FROM head h CROSS JOIN (
          SELECT extract(epoch FROM open_time)::bigint AS opens FROM candles
          WHERE ${ofSeries} AND ${close} IS NOT NULL ORDER BY open_time LIMIT 1
        ) first
      ), page AS MATERIALIZED (
        SELECT CASE WHEN $6::boolean THEN ${earliest} ELSE earliest END AS earliest,
          CASE WHEN $6 THEN ${latest} ELSE latest END AS latest
        FROM series
      ), kept AS MATERIALIZED (
        SELECT candles.* FROM page CROSS JOIN LATERAL (
          SELECT * FROM candles
          WHERE ${ofSeries} AND open_time BETWEEN to_timestamp(page.earliest) AND to_timestamp(page.latest)
          ORDER BY open_time ${order} LIMIT $5
        ) candles
      )
      SELECT h.*, EXISTS (SELECT FROM apps WHERE token = $1) AS known, page.earliest, page.latest, (
          SELECT ${close} FROM candles
          WHERE ${ofSeries} AND ${close} IS NOT NULL
            AND open_time < coalesce((SELECT min(open_time) FROM kept), to_timestamp(page.earliest))
          ORDER BY open_time DESC LIMIT 1
        ) AS "previousClose", (
          SELECT json_build_array(${columnsOf(currency)}) FROM kept
        ) AS candles, extract(epoch FROM ${FINAL_TIME}) AS "finalTime"
      FROM indexed_head h LEFT JOIN page ON true`,
  };
}
