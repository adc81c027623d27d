import { DAYS, slotOf, slotStart, type Address } from '@slipway/domain';
import type { OraclePriceRow } from '../decode/rows.js';
import { eventsByApp, type CandleEvents } from '../fold/app-events.js';
import type { CandleRow } from '../fold/candle.js';
import { feedUpdates } from '../fold/feed-history.js';
import { foldCandles } from '../fold/fold-candles.js';
import { columnsOf, copyRows, type CopyColumns } from '../postgres/copy-rows.js';
import { inKeyOrder } from '../postgres/in-key-order.js';
import { mergeRows } from '../postgres/merge-rows.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import type { IdOf } from './address-ids.js';
import { mergeFeedCandles, readFeedHistory } from './feed-candles.js';
import { readLastCandles } from './last-candles.js';

interface WrittenCandle extends CandleRow {
  readonly id: number;
}

const COLUMNS: CopyColumns<WrittenCandle> = {
  token_id: ({ id }) => id,
  ...columnsOf<WrittenCandle>('slot', 'trades', 'buys', 'highUsd', 'lowUsd'),
  ...columnsOf<WrittenCandle>('allTimeHighUsd', 'volumePlatform', 'volumeUsd', 'volumeTokens'),
  high: ({ high }) => high?.text ?? null,
  low: ({ low }) => low?.text ?? null,
  close: ({ close }) => close.text,
};

/** What a batch adds to candles. */
export interface CandleBatch extends CandleEvents {
  readonly oraclePrices: readonly OraclePriceRow[];
}

/** Brings the candles of a batch's apps, and those of the feed, to its end. @param block the last one before the batch */
export async function mergeCandles(
  session: Session,
  batch: CandleBatch,
  block: number,
  idOf: IdOf,
): Promise<void> {
  await runConcurrently([
    () => mergeAppCandles(session, batch, block, idOf),
    () => mergeFeedCandles(session, feedUpdates(batch.oraclePrices)),
  ]);
}

/** Adds events to their apps' candles. All of them come after the block, and no later one is in the tables. */
export async function mergeAppCandles(
  session: Session,
  batch: CandleBatch,
  block: number,
  idOf: IdOf,
): Promise<void> {
  const since = firstDay(batch);
  if (since === null) return;
  const events = eventsByApp(batch);
  const ids = new Map<Address, number>([...events.keys()].map((token) => [token, idOf(token)]));
  const [feed, before] = await Promise.all([
    readFeedHistory(session, since, block, feedUpdates(batch.oraclePrices)),
    readLastCandles(session, [...ids.values()], block, since),
  ]);
  const opened: WrittenCandle[] = [];
  const changed: WrittenCandle[] = [];
  for (const [token, list] of events) {
    const id = idOf(token);
    const folded = foldCandles(list, before.get(id) ?? null, feed);
    for (const row of folded.opened) opened.push({ ...row, id });
    for (const row of folded.changed) changed.push({ ...row, id });
  }
  await runConcurrently([
    () => copyRows(session, 'candles', COLUMNS, byKey(opened)),
    () =>
      mergeRows(session, { table: 'candles', key: ['token_id', 'slot'], columns: COLUMNS }, byKey(changed)),
  ]);
}

/** When the day of a batch's first event begins, in seconds; null without any event of an app. */
function firstDay({ reserves, trades, oraclePrices }: CandleBatch): number | null {
  if (reserves.length === 0 && trades.length === 0) return null;
  const first = [reserves, trades, oraclePrices].flatMap(([row]) => row?.time.getTime() ?? []);
  return slotStart(DAYS, slotOf(DAYS, Math.min(...first) / 1_000));
}

const byKey = (candles: readonly WrittenCandle[]): WrittenCandle[] =>
  inKeyOrder(
    candles,
    ({ id }) => id,
    ({ slot }) => slot,
  );
