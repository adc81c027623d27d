import { addressOfId } from '@slipway/database';
import { CANDLE_PERIODS, DAYS, mapKnown, slotOf, slotStart, type Address } from '@slipway/domain';
import type { OraclePriceRow } from '../decode/rows.js';
import type { CandleEvents } from '../fold/app-events.js';
import { feedUpdates } from '../fold/feed-history.js';
import type { Session } from '../postgres/session.js';
import { mergeAppCandles } from '../tables/candles.js';
import { mergeFeedCandles } from '../tables/feed-candles.js';

/** An app with undone events, and when the last event that stays was; null where none stays. */
interface UndoneApp {
  readonly id: number;
  readonly token: Address;
  readonly last: Date | null;
}

/** Deletes the undone trades, and folds again the candles that held one or were completed by one. */
export async function restoreCandles(session: Session, block: number): Promise<void> {
  await restoreFeedCandles(session, block);
  const { rows: touched } = await session.query<UndoneApp>(
    `WITH gone AS (DELETE FROM trades WHERE block_number > $1 RETURNING token_id),
      share AS (DELETE FROM trade_shares WHERE block_number > $1)
    SELECT token_id AS id, ${addressOfId('undone.token_id')} AS token, (
      SELECT (SELECT time FROM block_times WHERE number = r.block_number) FROM reserves r
      WHERE r.token_id = undone.token_id AND r.block_number <= $1 ORDER BY r.block_number DESC LIMIT 1
    ) AS last
    FROM (SELECT token_id FROM gone UNION SELECT token_id FROM reserves WHERE block_number > $1) undone`,
    [block],
  );
  for (const app of touched) await restoreApp(session, app, block);
}

/** The last event that stays is in the app's last candles, as they were: all since the begin of its day are made again. */
async function restoreApp(session: Session, { id, token, last }: UndoneApp, block: number): Promise<void> {
  const day = last === null ? 0 : dayOf(last);
  for (const period of CANDLE_PERIODS) {
    await session.query('DELETE FROM candles WHERE token_id = $1 AND slot BETWEEN $2 AND $3', [
      id,
      slotOf(period, day),
      period.lastSlot,
    ]);
  }
  if (last === null) return;
  const { rows } = await session.query<{ number: number }>(
    'SELECT number FROM block_times WHERE time < to_timestamp($1) ORDER BY time DESC, number DESC LIMIT 1',
    [day],
  );
  const before = rows[0]?.number ?? -1;
  const range = [id, before, block];
  const reserves = await readReserves(session, token, range);
  const trades = await readTrades(session, token, range);
  const oraclePrices = await readOraclePrices(session, day, block);
  await mergeAppCandles(session, { reserves, trades, oraclePrices }, before, () => id);
}

/** An app's reserves after one block and up to another. */
async function readReserves(
  session: Session,
  token: Address,
  range: readonly number[],
): Promise<CandleEvents['reserves']> {
  const { rows } = await session.query<
    { block: number; log: number; time: Date } & Record<'platform' | 'tokens', string>
  >(
    `SELECT r.block_number AS block, r.log_index AS log, b.time, r.platform_reserve AS platform, r.token_reserve AS tokens
    FROM reserves r JOIN block_times b ON b.number = r.block_number
    WHERE r.token_id = $1 AND r.block_number > $2 AND r.block_number <= $3 ORDER BY r.block_number, r.log_index`,
    [...range],
  );
  return rows.map(({ block: blockNumber, log: logIndex, time, platform, tokens }) => ({
    ...{ token, blockNumber, logIndex, time },
    platform: BigInt(platform),
    tokens: BigInt(tokens),
  }));
}

/** An app's trades likewise. Both sides are named, so that the index by side and block is of use. */
async function readTrades(
  session: Session,
  token: Address,
  range: readonly number[],
): Promise<CandleEvents['trades']> {
  const { rows } = await session.query<{
    block: number;
    log: number;
    time: Date;
    isBuy: boolean;
    amount: string;
    tokens: string;
    oraclePrice: string | null;
  }>(
    `SELECT t.block_number AS block, t.log_index AS log, b.time, t.is_buy AS "isBuy", t.platform_amount AS amount, t.token_amount AS tokens,
      b.oracle_price AS "oraclePrice"
    FROM trades t JOIN block_times b ON b.number = t.block_number
    WHERE t.token_id = $1 AND t.is_buy IN (true, false) AND t.block_number > $2 AND t.block_number <= $3
    ORDER BY t.block_number, t.log_index`,
    [...range],
  );
  return rows.map(({ block: blockNumber, log: logIndex, time, isBuy, amount, tokens, oraclePrice }) => {
    const platformAmount = BigInt(amount);
    const usdAmount = mapKnown(oraclePrice, (price) => platformAmount * BigInt(price));
    return {
      ...{ token, blockNumber, logIndex, time, platformAmount, usdAmount },
      tokenAmount: BigInt(tokens),
      side: isBuy ? 'buy' : 'sell',
    };
  });
}

async function readOraclePrices(session: Session, since: number, block: number): Promise<OraclePriceRow[]> {
  const { rows } = await session.query<
    { block: string; log: number; price: string } & Record<'time' | 'updatedAt', Date>
  >(
    `SELECT block_number AS block, log_index AS log, price, time, updated_at AS "updatedAt" FROM oracle_prices
    WHERE time >= to_timestamp($1) AND block_number <= $2 ORDER BY block_number, log_index`,
    [since, block],
  );
  return rows.map(({ block: blockNumber, log: logIndex, price, time, updatedAt }) => ({
    ...{ logIndex, time, updatedAt },
    blockNumber: Number(blockNumber),
    price: BigInt(price),
    // Candles are made of prices alone.
    answers: [],
  }));
}

/** The feed's candles of the days with an undone update are made again. */
async function restoreFeedCandles(session: Session, block: number): Promise<void> {
  const { rows } = await session.query<{ first: Date | null }>(
    'SELECT min(time) AS first FROM oracle_prices WHERE block_number > $1',
    [block],
  );
  const first = rows[0]?.first ?? null;
  if (first === null) return;
  const day = dayOf(first);
  for (const period of CANDLE_PERIODS) {
    await session.query('DELETE FROM feed_candles WHERE slot BETWEEN $1 AND $2', [
      slotOf(period, day),
      period.lastSlot,
    ]);
  }
  await mergeFeedCandles(session, feedUpdates(await readOraclePrices(session, day, block)));
}

/** When the day of a time begins, in seconds. */
function dayOf(time: Date): number {
  return slotStart(DAYS, slotOf(DAYS, time.getTime() / 1_000));
}
