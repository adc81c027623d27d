import { sideBySide, type Session } from '../../../apps/indexer/src/store/session.js';
import type { Batch } from '../../../apps/indexer/src/ingest/read-range.js';
import { foldEvents } from '../../../apps/indexer/src/ingest/fold-events.js';
import { advanceStats } from '../../../apps/indexer/src/store/advance-stats.js';
import { insertFacts } from '../../../apps/indexer/src/store/insert-facts.js';
import { mergeBalances } from '../../../apps/indexer/src/store/merge-balances.js';
import { mergeCandles } from '../../../apps/indexer/src/store/merge-candles.js';
import { mergeCurves } from '../../../apps/indexer/src/store/merge-curves.js';
import { keepHashes, moveHead } from '../../../apps/indexer/src/store/move-head.js';
import { rememberApps } from '../../../apps/indexer/src/store/past-apps.js';
import type { BalanceChange } from '../../../apps/indexer/src/store/past-balances.js';
import { endGeneration } from '../../../apps/indexer/src/store/past-states.js';
import type { IndexState } from '../../../apps/indexer/src/store/read-state.js';
import { insertRewardFacts } from '../../../apps/indexer/src/store/reward-facts.js';
import { advanceTotals } from '../../../apps/indexer/src/store/trade-totals.js';

/** What the indexer's `writeBatch` does, but for the positions ledger: what the ledger's cost is measured against. */
export async function writeWithoutLedger(
  session: Session,
  batch: Batch,
  state: IndexState,
  finalityBlocks: number,
): Promise<IndexState> {
  const { registry, head } = state;
  const toDate = (seconds: number): Date => new Date(seconds * 1_000);
  const { rows, answer } = foldEvents(batch.events, {
    registry,
    answerBefore: state.answer,
    timeOf: (number) => toDate(batch.headers.get(number)?.timestamp ?? 0),
  });
  const to = toDate(batch.to.timestamp);
  await endGeneration(session);
  await rememberApps(session, rows, to);
  const before = head === null ? null : { blockNumber: head.number, time: toDate(head.timestamp) };
  let facts: Promise<void>;
  let balances: Promise<readonly BalanceChange[]>;
  await sideBySide([
    () => (facts = insertFacts(session, rows)),
    () => (balances = mergeBalances(session, rows.transfers)),
    () => insertRewardFacts(session, rows),
    () => mergeCurves(session, rows, registry.deployment),
    () => mergeCandles(session, rows.trades),
    () => advanceTotals(session, rows.trades, before, to),
    async () => {
      await facts;
      await advanceStats(session, rows, await balances, before, to);
    },
  ]);
  const finalBefore = batch.to.number - finalityBlocks;
  await keepHashes(
    session,
    [...batch.headers.values()].filter(({ number }) => number >= finalBefore),
    finalBefore,
  );
  await moveHead(session, batch.to, null);
  return { registry, head: batch.to, answer };
}
