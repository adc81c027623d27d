import { foldCandles, type Candle, type CandleTrade } from '../ingest/candles.js';
import { copyRows } from './copy-rows.js';
import { inKeyOrder } from './in-key-order.js';
import type { Session } from './session.js';
import { stageRows } from './stage-rows.js';

const COLUMNS = {
  token: (candle: Candle) => candle.token,
  seconds: (candle: Candle) => candle.seconds,
  open_time: (candle: Candle) => candle.openTime,
  open_platform: (candle: Candle) => candle.platform.open,
  high_platform: (candle: Candle) => candle.platform.high,
  low_platform: (candle: Candle) => candle.platform.low,
  close_platform: (candle: Candle) => candle.platform.close,
  open_usd: (candle: Candle) => candle.usd.open,
  high_usd: (candle: Candle) => candle.usd.high,
  low_usd: (candle: Candle) => candle.usd.low,
  close_usd: (candle: Candle) => candle.usd.close,
  volume_platform: (candle: Candle) => candle.volumePlatform,
  volume_usd: (candle: Candle) => candle.volumeUsd,
  trades: (candle: Candle) => candle.trades,
};

/** Lengths have at most five digits, times thirteen. */
const byKey = (candles: readonly Candle[]): Candle[] =>
  inKeyOrder(
    candles,
    ({ token, seconds, openTime }) => `${token}${String(seconds).padStart(5, '0')}${openTime.getTime()}`,
  );

/** Adds trades, all later than those already there, to the candles they touch. */
export async function mergeCandles(session: Session, trades: readonly CandleTrade[]): Promise<void> {
  const { first, later } = foldCandles(trades);
  if (first.length === 0) return;
  await copyRows(session, 'candles', COLUMNS, byKey(later));
  const stage = await stageRows(session, 'candles', COLUMNS, byKey(first));
  const columns = Object.keys(COLUMNS).join(', ');
  await session.query({
    name: 'merge-candles',
    text: `
      INSERT INTO candles AS old (${columns}) SELECT ${columns} FROM ${stage}
      ON CONFLICT (token, seconds, open_time) DO UPDATE SET
        open_platform = coalesce(old.open_platform, excluded.open_platform),
        high_platform = greatest(old.high_platform, excluded.high_platform),
        low_platform = least(old.low_platform, excluded.low_platform),
        close_platform = coalesce(excluded.close_platform, old.close_platform),
        open_usd = coalesce(old.open_usd, excluded.open_usd),
        high_usd = greatest(old.high_usd, excluded.high_usd),
        low_usd = least(old.low_usd, excluded.low_usd),
        close_usd = coalesce(excluded.close_usd, old.close_usd),
        volume_platform = old.volume_platform + excluded.volume_platform,
        volume_usd = coalesce(old.volume_usd + excluded.volume_usd, old.volume_usd, excluded.volume_usd),
        trades = old.trades + excluded.trades`,
  });
}
