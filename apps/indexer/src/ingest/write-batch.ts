import type { ClientBase } from 'pg';
import { advanceStats } from '../store/advance-stats.js';
import { layFloors } from '../store/board-leaders.js';
import { insertFacts } from '../store/insert-facts.js';
import { mergeBalances } from '../store/merge-balances.js';
import { mergeCandles } from '../store/merge-candles.js';
import { mergeLedger } from '../store/merge-ledger.js';
import { mergeCurves } from '../store/merge-curves.js';
import { keepHashes, moveHead } from '../store/move-head.js';
import { rememberApps } from '../store/past-apps.js';
import { endGeneration } from '../store/past-states.js';
import { insertRewardFacts } from '../store/reward-facts.js';
import type { IndexState } from '../store/read-state.js';
import { advanceTotals } from '../store/trade-totals.js';
import { foldEvents } from './fold-events.js';
import type { Batch } from './read-range.js';

/**
 * Writes a batch inside the caller's transaction: facts, everything derived from them, and the head, together or not
 * at all.
 *
 * @param levelAt when the batch's last block was found to be the node's newest; null while there is more to read
 * @returns the state after the batch
 */
export async function writeBatch(
  client: ClientBase,
  batch: Batch,
  state: IndexState,
  finalityBlocks: number,
  levelAt: Date | null,
): Promise<IndexState> {
  const { registry } = state;
  const { rows, answer } = foldEvents(batch.events, {
    registry,
    answerBefore: state.answer,
    timeOf: (number) => timeOf(batch, number),
  });
  await endGeneration(client);
  await rememberApps(client, rows, toDate(batch.to.timestamp));
  await insertFacts(client, rows);
  await insertRewardFacts(client, rows);
  await mergeCurves(client, rows, registry.deployment);
  const balances = await mergeBalances(client, rows.transfers);
  await mergeCandles(client, rows.trades);
  await mergeLedger(client, rows, state);
  const before =
    state.head === null ? null : { blockNumber: state.head.number, time: toDate(state.head.timestamp) };
  await advanceStats(client, rows, balances, before, toDate(batch.to.timestamp));
  await advanceTotals(client, rows.trades, before, toDate(batch.to.timestamp));
  // In a backfill the floors of boards would rise with every batch, for nobody.
  if (levelAt !== null && minuteOf(state.head) !== minuteOf(batch.to)) await layFloors(client);
  const finalBefore = batch.to.number - finalityBlocks;
  const unfinal = [...batch.headers.values()].filter((header) => header.number >= finalBefore);
  await keepHashes(client, unfinal, finalBefore);
  await moveHead(client, batch.to, levelAt);
  return { registry, head: batch.to, answer };
}

function minuteOf(block: { readonly timestamp: number } | null): number | null {
  return block === null ? null : Math.floor(block.timestamp / 60);
}

function timeOf(batch: Batch, number: number): Date {
  const header = batch.headers.get(number);
  if (header === undefined) throw new Error(`no header of block ${number}`);
  return toDate(header.timestamp);
}

function toDate(seconds: number): Date {
  return new Date(seconds * 1_000);
}
