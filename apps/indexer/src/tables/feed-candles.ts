import { CANDLE_PERIODS, DAYS, slotOf } from '@slipway/domain';
import { FeedHistory, type FeedUpdate } from '../fold/feed-history.js';
import { foldFeedCandles, type FeedCandle } from '../fold/fold-feed-candles.js';
import { columnsOf } from '../postgres/copy-rows.js';
import { mergeRows } from '../postgres/merge-rows.js';
import type { Session } from '../postgres/session.js';

const COLUMNS = columnsOf<FeedCandle>('slot', 'open', 'high', 'low', 'close');

/** The last candle of each length; nothing where there is none. */
const LAST = CANDLE_PERIODS.map(
  ({ epochSlot, lastSlot }) => `(
      SELECT slot, open::text, high::text, low::text, close::text FROM feed_candles
      WHERE slot BETWEEN ${epochSlot} AND ${lastSlot} ORDER BY slot DESC LIMIT 1
    )`,
).join(' UNION ALL ');

/** Adds the feed's updates, all later than those already there, to its candles. */
export async function mergeFeedCandles(session: Session, updates: readonly FeedUpdate[]): Promise<void> {
  if (updates.length === 0) return;
  const { rows } = await session.prepared<
    { slot: number } & Record<Exclude<keyof FeedCandle, 'slot'>, string>
  >(LAST);
  const candles = CANDLE_PERIODS.flatMap((period) => {
    const last = rows.find(({ slot }) => slot >= period.epochSlot && slot <= period.lastSlot);
    return foldFeedCandles(period, updates, last === undefined ? null : toCandle(last));
  });
  await mergeRows(session, { table: 'feed_candles', key: ['slot'], columns: COLUMNS }, candles);
}

function toCandle(row: { slot: number } & Record<Exclude<keyof FeedCandle, 'slot'>, string>): FeedCandle {
  const { slot, open, high, low, close } = row;
  return { slot, open: BigInt(open), high: BigInt(high), low: BigInt(low), close: BigInt(close) };
}

/**
 * The feed's prices since the begin of a day.
 * @param since in seconds
 * @param block the last block that is in the tables as far as the caller is concerned
 * @param added updates after that block
 */
export async function readFeedHistory(
  session: Session,
  since: number,
  block: number,
  added: readonly FeedUpdate[],
): Promise<FeedHistory> {
  const { rows } = await session.prepared<{ block: number | null; at: number; price: string }>(
    `
      SELECT * FROM (
        SELECT NULL::int AS block, 0::float8 AS at, close::text AS price FROM feed_candles
        WHERE slot BETWEEN ${DAYS.epochSlot} AND $3 - 1 ORDER BY slot DESC LIMIT 1
      ) before
      UNION ALL SELECT block_number::int, extract(epoch FROM time)::float8, price::text FROM (
        SELECT * FROM oracle_prices WHERE time >= to_timestamp($1::float8) AND block_number <= $2::bigint AND price > 0
        ORDER BY block_number
      ) since`,
    [since, block, slotOf(DAYS, since)],
  );
  const before = rows.find((row) => row.block === null);
  const kept = rows.flatMap(({ block: blockNumber, at, price }) =>
    blockNumber === null ? [] : [{ blockNumber, time: new Date(at * 1_000), price: BigInt(price) }],
  );
  return new FeedHistory(since, before === undefined ? null : BigInt(before.price), [...kept, ...added]);
}
