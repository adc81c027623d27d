import { foldCandles, type Candle, type CandleTrade } from '../fold/fold-candles.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';

const PRICES = ['open', 'high', 'low', 'close'] as const;

const columns = (idOf: IdOf): CopyColumns<Candle> => ({
  token_id: (candle) => idOf(candle.token),
  ...columnsOf<Candle>('seconds', 'openTime', 'volumePlatform', 'volumeUsd', 'trades'),
  ...priceColumns('platform'),
  ...priceColumns('usd'),
});

function priceColumns(currency: 'platform' | 'usd'): CopyColumns<Candle> {
  return Object.fromEntries(
    PRICES.map((price) => [`${price}_${currency}`, (candle: Candle) => candle[currency][price]]),
  );
}

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
  const both = (price: string): string => `(old.${price}_${currency}, excluded.${price}_${currency})`;
  return {
    [`open_${currency}`]: `coalesce${both('open')}`,
    [`high_${currency}`]: `greatest${both('high')}`,
    [`low_${currency}`]: `least${both('low')}`,
    [`close_${currency}`]: `coalesce(excluded.close_${currency}, old.close_${currency})`,
  };
}

const byKey = (candles: readonly Candle[], idOf: IdOf): Candle[] =>
  inKeyOrder(
    candles,
    ({ token }) => idOf(token),
    ({ seconds }) => seconds,
    ({ openTime }) => openTime.getTime(),
  );

/** Adds trades, all later than those already there, to the candles they touch. */
export async function mergeCandles(
  session: Session,
  trades: readonly CandleTrade[],
  idOf: IdOf,
): Promise<void> {
  const { first, later } = foldCandles(trades);
  if (first.length === 0) return;
  const merge = {
    table: 'candles',
    key: ['token_id', 'seconds', 'open_time'],
    columns: columns(idOf),
    changed: CHANGED,
  };
  await runConcurrently([
    () => copyRows(session, 'candles', merge.columns, byKey(later, idOf)),
    () => mergeRows(session, merge, byKey(first, idOf)),
  ]);
}
