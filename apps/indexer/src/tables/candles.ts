import { foldCandles, type Candle, type CandleTrade } from '../fold/fold-candles.js';
import { copyRows } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';

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

/** An earlier trade opened the candle, a later one closes it. */
const CHANGED = {
  ...foldPrices('platform'),
  ...foldPrices('usd'),
  volume_platform: 'old.volume_platform + excluded.volume_platform',
  // Null, which is not known, whenever one of them is.
  volume_usd: 'old.volume_usd + excluded.volume_usd',
  trades: 'old.trades + excluded.trades',
};

function foldPrices(currency: 'platform' | 'usd'): Record<string, string> {
  return {
    [`open_${currency}`]: `coalesce(old.open_${currency}, excluded.open_${currency})`,
    [`high_${currency}`]: `greatest(old.high_${currency}, excluded.high_${currency})`,
    [`low_${currency}`]: `least(old.low_${currency}, excluded.low_${currency})`,
    [`close_${currency}`]: `coalesce(excluded.close_${currency}, old.close_${currency})`,
  };
}

const byKey = (candles: readonly Candle[]): Candle[] =>
  inKeyOrder(
    candles,
    ({ token }) => token,
    ({ seconds }) => seconds,
    ({ openTime }) => openTime.getTime(),
  );

/** Adds trades, all later than those already there, to the candles they touch. */
export async function mergeCandles(session: Session, trades: readonly CandleTrade[]): Promise<void> {
  const { first, later } = foldCandles(trades);
  if (first.length === 0) return;
  await runConcurrently([
    () => copyRows(session, 'candles', COLUMNS, byKey(later)),
    () =>
      mergeRows(
        session,
        { table: 'candles', key: ['token', 'seconds', 'open_time'], columns: COLUMNS, changed: CHANGED },
        byKey(first),
      ),
  ]);
}
