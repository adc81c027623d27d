import type { FoldedBatch, HeadBlock } from '../fold/fold-batch.js';
import { advanceStats } from './app-stats.js';
import { setCutOffs } from './leaderboard-candidates.js';
import { noteChangedApps, tokensOf } from './changed-apps.js';
import { advanceCreators, keepShares } from './creator-totals.js';
import { insertEvents } from './events.js';
import { mergeBalances } from './balances.js';
import { mergeCandles } from './candles.js';
import { mergeLedger } from './ledger.js';
import { mergeCurves } from './curves.js';
import { keepHashes, moveHead } from './head.js';
import type { BalanceChange } from './balances.js';
import { endIndexRevision, rememberApps } from './past-states.js';
import { insertRewardEvents } from './rewards.js';
import { runConcurrently, type Session } from '../postgres/session.js';
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
  { batch, rows, before: state }: FoldedBatch,
  chain: ChainAhead,
): Promise<void> {
  const before = state.head && momentOf(state.head);
  const to = momentOf(batch.to);
  let events: Promise<void>;
  let balances: Promise<readonly BalanceChange[]>;
  // First what was before is kept and asked for; the server writes events while the rest is folded.
  await runConcurrently([
    () => endIndexRevision(session),
    () => noteChangedApps(session, tokensOf(rows), (before ?? to).time, to.time),
    () => rememberApps(session),
    () => keepShares(session),
    () => (balances = mergeBalances(session, rows.transfers)),
    () => mergeLedger(session, rows, state),
    () => (events = insertEvents(session, rows)),
    () => insertRewardEvents(session, rows),
    () => mergeCurves(session, rows, state.registry.deployment),
    () => mergeCandles(session, rows.trades),
    async () => {
      await events;
      await advanceTotals(session, before, to);
    },
    async () => {
      await events;
      await advanceStats(session, rows, await balances, before, to);
    },
  ]);
  await advanceCreators(session);
  // In a backfill the cut-offs would rise with every batch, and no page asks for them.
  const { levelAt } = chain;
  if (levelAt !== null && minuteOf(state.head) !== minuteOf(batch.to)) await setCutOffs(session);
  await keepHashes(session, [...batch.headers.values()], chain);
  await moveHead(session, batch.to, levelAt);
}

function minuteOf(block: { readonly timestamp: number } | null): number | null {
  return block === null ? null : Math.floor(block.timestamp / 60);
}

export function momentOf({ number, timestamp }: HeadBlock): HeadMoment {
  return { blockNumber: number, time: new Date(timestamp * 1_000) };
}
