import { runConcurrently, type Session } from '../../../apps/indexer/src/postgres/session.js';
import { blockTimes } from '../../../apps/indexer/src/fold/block-times.js';
import type { FoldedBatch } from '../../../apps/indexer/src/fold/fold-batch.js';
import { momentOf, type ChainAhead } from '../../../apps/indexer/src/tables/write-batch.js';
import { insertAddresses, type BatchAddresses } from '../../../apps/indexer/src/tables/address-ids.js';
import { advanceStats } from '../../../apps/indexer/src/tables/app-stats.js';
import { noteChangedApps, tokensOf } from '../../../apps/indexer/src/tables/changed-apps.js';
import { advanceCreators, keepShares } from '../../../apps/indexer/src/tables/creator-totals.js';
import { insertEvents } from '../../../apps/indexer/src/tables/events.js';
import { mergeBalances } from '../../../apps/indexer/src/tables/balances.js';
import { mergeCandles } from '../../../apps/indexer/src/tables/candles.js';
import { setCutOffs } from '../../../apps/indexer/src/tables/leaderboard-candidates.js';
import { mergeCurves } from '../../../apps/indexer/src/tables/curves.js';
import { keepHashes, moveHead } from '../../../apps/indexer/src/tables/head.js';
import type { BalanceChange } from '../../../apps/indexer/src/tables/balances.js';
import { endIndexRevision, rememberApps } from '../../../apps/indexer/src/tables/past-states.js';
import { insertRewardEvents } from '../../../apps/indexer/src/tables/rewards.js';
import { advanceTradedWithin } from '../../../apps/indexer/src/tables/traded-within.js';
import { advanceTotals } from '../../../apps/indexer/src/tables/trade-totals.js';

/**
 * What the indexer's `writeBatch` does, in its order, but for the positions ledger: what the ledger's cost is measured
 * against. Step for step the same, or else the ratio is of something else.
 */
export async function writeWithoutLedger(
  session: Session,
  { batch, rows, before: state }: FoldedBatch,
  chain: ChainAhead,
  { idOf, added }: BatchAddresses,
): Promise<void> {
  const before = state.head && momentOf(state.head);
  const to = momentOf(batch.to);
  let events: Promise<void>;
  let balances: Promise<readonly BalanceChange[]>;
  await runConcurrently([
    () => insertAddresses(session, added),
    () => endIndexRevision(session),
    () => noteChangedApps(session, tokensOf(rows).map(idOf), (before ?? to).time, to.time),
    () => rememberApps(session),
    () => keepShares(session),
    () => (balances = mergeBalances(session, rows.transfers, idOf)),
    () => (events = insertEvents(session, rows, blockTimes(rows, state.oraclePrice), idOf)),
    () => insertRewardEvents(session, rows, idOf),
    () => mergeCurves(session, rows, state.registry.deployment, idOf),
    () => mergeCandles(session, rows, state.head?.number ?? -1, idOf),
    async () => {
      await events;
      await advanceTotals(session, before, to);
    },
    async () => {
      await events;
      await advanceStats(session, rows, await balances, idOf, before, to);
    },
  ]);
  await advanceTradedWithin(session);
  await advanceCreators(session, to.time);
  await setCutOffs(session);
  await keepHashes(session, [...batch.headers.values()], chain);
  await moveHead(session, batch.to, chain.levelAt);
}
