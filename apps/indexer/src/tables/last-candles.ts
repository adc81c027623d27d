import {
  CANDLE_PERIODS,
  DAYS,
  mapKnown,
  parseDecimalPrice,
  slotOf,
  slotStart,
  type CandlePeriod,
} from '@slipway/domain';
import type { AppCandles, CandleRow, LastCandle } from '../fold/candle.js';
import { MarginalPrice } from '../fold/marginal-price.js';
import type { Session } from '../postgres/session.js';

interface LastRow extends Omit<
  CandleRow,
  'high' | 'low' | 'close' | 'volumePlatform' | 'volumeUsd' | 'volumeTokens'
> {
  readonly id: number;
  readonly block: number;
  readonly log: number;
  readonly at: number;
  readonly high: string | null;
  readonly low: string | null;
  readonly close: string;
  readonly volumePlatform: string;
  readonly volumeUsd: string | null;
  readonly volumeTokens: string | null;
}

/** The last candle of each length, and the last event, of apps up to a block. */
const LAST_CANDLES = `
  SELECT asked.id, event.block, event.log, event.at, c.slot, c.trades, c.buys, c.high::text AS high,
    c.low::text AS low, c.high_usd AS "highUsd",
    c.low_usd AS "lowUsd", c.close::text AS close, c.volume_platform::text AS "volumePlatform",
    c.volume_usd::text AS "volumeUsd", c.volume_tokens::text AS "volumeTokens",
    c.all_time_high_usd AS "allTimeHighUsd"
  FROM unnest($1::int[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT r.block_number AS block, r.log_index AS log, (
      SELECT extract(epoch FROM time)::float8 FROM block_times WHERE number = r.block_number
    ) AS at
    FROM reserves r WHERE r.token_id = asked.id AND r.block_number <= $2::bigint
    ORDER BY r.block_number DESC, r.log_index DESC LIMIT 1
  ) event CROSS JOIN LATERAL (
    ${CANDLE_PERIODS.map(
      ({ epochSlot, lastSlot }) =>
        `(SELECT * FROM candles WHERE token_id = asked.id AND slot BETWEEN ${epochSlot} AND ${lastSlot} ORDER BY slot DESC LIMIT 1)`,
    ).join(' UNION ALL ')}
  ) c`;

/**
 * What apps' candles are.
 * @param block the last block that counts
 * @param since from when on the caller knows the feed's prices, in seconds: the begin of a day
 */
export async function readLastCandles(
  session: Session,
  ids: readonly number[],
  block: number,
  since: number,
): Promise<Map<number, AppCandles>> {
  const { rows } = await session.prepared<LastRow>(LAST_CANDLES, [ids, block]);
  const idle = rows.filter(({ at }) => at < since);
  const pasts =
    idle.length === 0 ? new Map<LastRow, LastCandle['past']>() : await readPasts(session, idle, since);
  const candles = new Map<number, AppCandles & { last: LastCandle[] }>();
  for (const row of rows) {
    const { id, block: blockNumber, log: logIndex, at } = row;
    const of = candles.get(id) ?? { at: { blockNumber, logIndex, time: new Date(at * 1_000) }, last: [] };
    of.last.push({ period: periodOf(row), row: toRow(row), past: pasts.get(row) ?? null });
    candles.set(id, of);
  }
  return candles;
}

function periodOf({ slot }: LastRow): CandlePeriod {
  const period = CANDLE_PERIODS.find(({ epochSlot, lastSlot }) => slot >= epochSlot && slot <= lastSlot);
  if (period === undefined) throw new RangeError(`slot ${slot} is of no length`);
  return period;
}

function toRow(row: LastRow): CandleRow {
  const { slot, trades, buys, highUsd, lowUsd, allTimeHighUsd } = row;
  return {
    ...{ slot, trades, buys, highUsd, lowUsd, allTimeHighUsd },
    high: mapKnown(row.high, toMarginalPrice),
    low: mapKnown(row.low, toMarginalPrice),
    close: toMarginalPrice(row.close),
    volumePlatform: BigInt(row.volumePlatform),
    volumeUsd: mapKnown(row.volumeUsd, BigInt),
    volumeTokens: mapKnown(row.volumeTokens, BigInt),
  };
}

function toMarginalPrice(text: string): MarginalPrice {
  return new MarginalPrice(parseDecimalPrice(text));
}

/** What the feed did since an app's last candles began, up to the day $7. Arrays have an item for each candle. */
const PASTS = `
  SELECT (
      SELECT close::text FROM feed_candles
      WHERE slot BETWEEN asked.epoch_slot AND asked.slot - 1 ORDER BY slot DESC LIMIT 1
    ) AS "oraclePrice", tail.high::text AS high, tail.low::text AS low, (
      SELECT max(high)::text FROM feed_candles WHERE asked.is_day AND slot BETWEEN asked.slot + 1 AND $7::int - 1
    ) AS "highAfter"
  FROM unnest($1::int[], $2::int[], $3::boolean[], $4::int[], $5::float8[], $6::float8[])
    WITH ORDINALITY AS asked (slot, epoch_slot, is_day, block, at, ends, ordinal)
  CROSS JOIN LATERAL (
    SELECT max(price) AS high, min(price) AS low FROM oracle_prices
    WHERE time >= to_timestamp(asked.at) AND time < to_timestamp(asked.ends) AND price > 0
      AND block_number > asked.block
  ) tail
  ORDER BY ordinal`;

async function readPasts(
  session: Session,
  idle: readonly LastRow[],
  since: number,
): Promise<Map<LastRow, LastCandle['past']>> {
  const asked = idle.map((row) => {
    const period = periodOf(row);
    return { ...row, period, ends: slotStart(period, row.slot + 1) };
  });
  const { rows } = await session.prepared<
    Record<'oraclePrice' | 'high' | 'low' | 'highAfter', string | null>
  >(PASTS, [
    asked.map(({ slot }) => slot),
    asked.map(({ period }) => period.epochSlot),
    asked.map(({ period }) => period === DAYS),
    asked.map(({ block }) => block),
    asked.map(({ at }) => at),
    asked.map(({ ends }) => ends),
    slotOf(DAYS, since),
  ]);
  return new Map(
    rows.flatMap(({ oraclePrice, high, low, highAfter }, place) => {
      const row = idle[place];
      if (row === undefined) return [];
      const tail = high === null || low === null ? null : { high: BigInt(high), low: BigInt(low) };
      const past = {
        tail,
        oraclePrice: mapKnown(oraclePrice, BigInt),
        highAfter: mapKnown(highAfter, BigInt),
      };
      return [[row, past] as const];
    }),
  );
}
