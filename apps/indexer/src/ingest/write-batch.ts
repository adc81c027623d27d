import { advanceStats } from '../store/advance-stats.js';
import { layFloors } from '../store/board-leaders.js';
import { advanceCreators, keepShares } from '../store/creator-totals.js';
import { insertFacts } from '../store/insert-facts.js';
import { mergeBalances } from '../store/merge-balances.js';
import { mergeCandles } from '../store/merge-candles.js';
import { mergeLedger } from '../store/merge-ledger.js';
import { mergeCurves } from '../store/merge-curves.js';
import { keepHashes, moveHead } from '../store/move-head.js';
import { rememberApps } from '../store/past-apps.js';
import type { BalanceChange } from '../store/past-balances.js';
import { endGeneration } from '../store/past-states.js';
import { insertRewardFacts } from '../store/reward-facts.js';
import type { IndexState } from '../store/read-state.js';
import { sideBySide, type Session } from '../store/session.js';
import { advanceTotals } from '../store/trade-totals.js';
import type { Rows } from '../handlers/rows.js';
import { foldEvents } from './fold-events.js';
import type { Batch } from './read-range.js';

/** A batch as rows, with the states that it leads from and to. */
export interface FoldedBatch {
  readonly batch: Batch;
  readonly rows: Rows;
  readonly before: IndexState;
  readonly after: IndexState;
}

/** How a batch stands to the chain. */
export interface ChainAhead {
  /** Number of the node's newest block. */
  readonly newest: number;
  /** Blocks deeper than this below a head are final. */
  readonly finalityBlocks: number;
  /** When the batch's last block was found to be the newest; null while there is more to read. */
  readonly levelAt: Date | null;
}

/** Turns a batch into rows. What they change is not looked at, so that the batch before may still be on its way. */
export function foldBatch(batch: Batch, before: IndexState): FoldedBatch {
  const { registry } = before;
  const { rows, answer } = foldEvents(batch.events, {
    registry,
    answerBefore: before.answer,
    timeOf: (number) => timeOf(batch, number),
  });
  return { batch, rows, before, after: { registry, head: batch.to, answer } };
}

/**
 * Writes a batch inside the caller's transaction: facts, everything derived from them, and the head, together or not
 * at all.
 */
export async function writeBatch(
  session: Session,
  { batch, rows, before: state }: FoldedBatch,
  chain: ChainAhead,
): Promise<void> {
  const to = toDate(batch.to.timestamp);
  const before =
    state.head === null ? null : { blockNumber: state.head.number, time: toDate(state.head.timestamp) };
  let facts: Promise<void>;
  let balances: Promise<readonly BalanceChange[]>;
  // First what was before is kept and asked for; the server writes facts while the rest is folded.
  await sideBySide([
    () => endGeneration(session),
    () => rememberApps(session, rows, to),
    () => keepShares(session, rows, before, to),
    () => (balances = mergeBalances(session, rows.transfers)),
    () => mergeLedger(session, rows, state),
    () => (facts = insertFacts(session, rows)),
    () => insertRewardFacts(session, rows),
    () => mergeCurves(session, rows, state.registry.deployment),
    () => mergeCandles(session, rows.trades),
    () => advanceTotals(session, rows, before, to),
    async () => {
      await facts;
      await advanceStats(session, rows, await balances, before, to);
    },
  ]);
  await advanceCreators(session);
  // In a backfill the floors of boards would rise with every batch, for nobody.
  const { levelAt } = chain;
  if (levelAt !== null && minuteOf(state.head) !== minuteOf(batch.to)) await layFloors(session);
  await keepHashes(session, [...batch.headers.values()], chain);
  await moveHead(session, batch.to, levelAt);
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
