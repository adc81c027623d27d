import { blockTimes } from '../fold/block-times.js';
import type { FoldedBatch, HeadBlock } from '../fold/fold-batch.js';
import { insertAddresses, type BatchAddresses } from './address-ids.js';
import { advanceStats, openStats } from './app-stats.js';
import { buildSums } from './build-sums.js';
import { setCutOffs } from './leaderboard-candidates.js';
import { noteChangedApps, tokensOf } from './changed-apps.js';
import { advanceCreators, keepShares } from './creator-totals.js';
import { insertEvents } from './events.js';
import { mergeBalances, type BalanceChange } from './balances.js';
import { mergeCandles } from './candles.js';
import { mergeLedger } from './ledger.js';
import { mergeCurves } from './curves.js';
import { keepHashes, moveHead } from './head.js';
import { closeOutbox, isRecent, writeOutbox } from './outbox.js';
import { entriesOf, type BatchEntries } from './outbox-entries.js';
import { endIndexRevision, rememberApps } from './past-states.js';
import { insertRewardEvents } from './rewards.js';
import { runConcurrently, type Session } from '../postgres/session.js';
import { advanceTradedWithin } from './traded-within.js';
import { advanceTotals, type HeadMoment } from './trade-totals.js';

/** How a batch stands to the chain. */
export interface ChainAhead {
  /** Number of the node's newest block. */
  readonly newest: number;
  /** Blocks deeper than this below a head are final. */
  readonly finalityBlocks: number;
  /** When the batch's last block was found to be the newest; null while there is more to read. */
  readonly levelAt: Date | null;
}

/** Writes a batch inside the caller's transaction: events, everything derived from them, and the head. */
export async function writeBatch(
  session: Session,
  folded: FoldedBatch,
  chain: ChainAhead,
  { idOf, added }: BatchAddresses,
): Promise<void> {
  const { batch, rows, before: state } = folded;
  const before = state.head && momentOf(state.head);
  const to = momentOf(batch.to);
  const { isBuilding } = state;
  let events: Promise<void>;
  let balances: Promise<readonly BalanceChange[]>;
  let told = null as BatchEntries | null;
  const keepBefore = [
    () => endIndexRevision(session),
    () => noteChangedApps(session, tokensOf(rows).map(idOf), (before ?? to).time, to.time),
    () => rememberApps(session),
    () => keepShares(session),
  ];
  const advance = [
    async () => {
      await events;
      await advanceTotals(session, before, to);
    },
    async () => {
      await events;
      await advanceStats(session, rows, await balances, idOf, before, to);
    },
  ];
  // First the earlier rows are kept and asked for; the server writes events while the rest is folded.
  await runConcurrently([
    () => insertAddresses(session, added),
    ...(isBuilding ? [] : keepBefore),
    () => (balances = mergeBalances(session, rows.transfers, idOf)),
    () => mergeLedger(session, rows, state, idOf),
    () => (events = insertEvents(session, rows, blockTimes(rows, state.oraclePrice), idOf)),
    () => insertRewardEvents(session, rows, idOf),
    () => mergeCurves(session, rows, state.registry.deployment, idOf),
    () => mergeCandles(session, rows, state.head?.number ?? -1, idOf),
    ...(isBuilding ? [() => openStats(session, rows.apps, idOf)] : advance),
    ...(isTold(folded, chain) ? [async () => (told = await Promise.resolve(entriesOf(folded, idOf)))] : []),
  ]);
  const { levelAt } = chain;
  if (!isBuilding) {
    await advanceTradedWithin(session);
    await advanceCreators(session, to.time);
    await setCutOffs(session);
  } else if (levelAt !== null) await buildSums(session, to);
  await keepHashes(session, [...batch.headers.values()], chain);
  await moveHead(session, batch.to, levelAt);
  if (told !== null) await writeOutbox(session, told, batch.to.number - chain.finalityBlocks);
  else if (!isBuilding) await closeOutbox(session);
}

/** Whether the stream tells of a batch. A backfill tells nothing: it would be of the past, and as much again to write. */
function isTold({ batch, before }: FoldedBatch, { levelAt }: ChainAhead): boolean {
  return levelAt !== null || (!before.isBuilding && isRecent(batch.to));
}

function momentOf({ number, timestamp }: HeadBlock): HeadMoment {
  return { blockNumber: number, time: new Date(timestamp * 1_000) };
}
