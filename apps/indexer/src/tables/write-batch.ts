import type { Rows } from '../decode/rows.js';
import { blockTimes } from '../fold/block-times.js';
import type { FoldedBatch, HeadBlock } from '../fold/fold-batch.js';
import { insertAddresses, type BatchAddresses, type IdOf } from './address-ids.js';
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
import { insertRoundTrips } from './round-trips.js';
import type { Session } from '../postgres/session.js';
import { inOrder, runInOrder, type OrderedStep } from './in-order.js';
import { advanceTradedWithin } from './traded-within.js';
import { advanceTotals, type HeadMoment } from './trade-totals.js';

/** How a batch stands to the chain. */
export interface ChainAhead {
  /** Number of the node's newest block. */
  readonly newest: number;
  /** The first block that may still be reorganised when the batch's last is the newest. */
  readonly firstUnfinal: number;
  /** Blocks before it are final by the nodes' word, whatever comes; 0 where only their number counts. */
  readonly finalBefore: number;
  /** When the batch's last block was found to be the newest; null while there is more to read. */
  readonly levelAt: Date | null;
}

/** A batch that is being written, and what steps found that later ones need. */
interface BatchWrite {
  readonly session: Session;
  readonly folded: FoldedBatch;
  readonly rows: Rows;
  readonly chain: ChainAhead;
  readonly addresses: BatchAddresses;
  readonly idOf: IdOf;
  readonly before: HeadMoment | null;
  readonly to: HeadMoment;
  changes: readonly BalanceChange[];
  told: BatchEntries | null;
}

/** Writes a table, or some that change together: named by the first of them. */
interface Step extends OrderedStep {
  /** The index that it is written of; absent for both. */
  readonly only?: 'served' | 'building';
  readonly run: (write: BatchWrite) => Promise<unknown>;
}

const ALL_SUMS = ['app_totals', 'app_stats', 'curves'];

/**
 * First the earlier rows are kept and asked for; the server writes events while the rest is folded. A table to add is a step to
 * add, below those that it needs.
 */
const STEPS = inOrder<Step>([
  {
    table: 'addresses',
    needs: [],
    run: ({ session, addresses }) => insertAddresses(session, addresses.added),
  },
  {
    table: 'head_history',
    ...{ needs: [], only: 'served', asksAtOnce: true },
    run: ({ session }) => endIndexRevision(session),
  },
  {
    table: 'changed_apps',
    ...{ needs: [], only: 'served', asksAtOnce: true },
    run: ({ session, rows, idOf, before, to }) =>
      noteChangedApps(session, tokensOf(rows).map(idOf), (before ?? to).time, to.time),
  },
  {
    table: 'app_history',
    ...{ needs: ['changed_apps'], only: 'served', asksAtOnce: true },
    run: ({ session }) => rememberApps(session),
  },
  {
    table: 'shares_before',
    ...{ needs: ['changed_apps'], only: 'served', asksAtOnce: true },
    run: ({ session }) => keepShares(session),
  },
  {
    table: 'balances',
    needs: [],
    run: async (write) => {
      write.changes = await mergeBalances(write.session, write.rows.transfers, write.idOf);
    },
  },
  {
    table: 'positions',
    needs: [],
    run: ({ session, rows, folded, idOf }) => mergeLedger(session, rows, folded.before, idOf),
  },
  {
    table: 'trades',
    needs: ['app_history', 'shares_before'],
    run: ({ session, rows, folded, idOf }) =>
      insertEvents(session, rows, blockTimes(rows, folded.before.oraclePrice), idOf),
  },
  {
    table: 'round_trips',
    needs: ['trades'],
    run: ({ session, rows, folded, idOf }) =>
      insertRoundTrips(session, folded.before.roundTrips, rows.trades, idOf),
  },
  {
    table: 'reward_claims',
    needs: [],
    run: ({ session, rows, idOf }) => insertRewardEvents(session, rows, idOf),
  },
  {
    table: 'curves',
    needs: ['app_history', 'shares_before'],
    run: ({ session, rows, folded, idOf }) =>
      mergeCurves(session, rows, folded.before.registry.deployment, idOf),
  },
  {
    table: 'candles',
    needs: [],
    run: ({ session, rows, folded, idOf }) =>
      mergeCandles(session, rows, folded.before.head?.number ?? -1, idOf),
  },
  {
    table: 'app_totals',
    ...{ needs: ['shares_before', 'trades'], only: 'served' },
    run: ({ session, before, to }) => advanceTotals(session, before, to),
  },
  {
    table: 'app_stats',
    ...{ needs: ['app_history', 'shares_before', 'balances', 'trades'], only: 'served' },
    run: ({ session, rows, changes, idOf, before, to }) =>
      advanceStats(session, rows, changes, idOf, before, to),
  },
  {
    table: 'app_stats',
    ...{ needs: [], only: 'building' },
    run: ({ session, rows, idOf }) => openStats(session, rows.apps, idOf),
  },
  {
    table: 'outbox_entries',
    needs: [],
    run: async (write) => {
      if (isTold(write.folded, write.chain))
        write.told = await Promise.resolve(entriesOf(write.folded, write.idOf));
    },
  },
  {
    table: 'traded_within',
    ...{ needs: ALL_SUMS, only: 'served' },
    run: ({ session }) => advanceTradedWithin(session),
  },
  {
    table: 'creator_totals',
    ...{ needs: ['shares_before', ...ALL_SUMS], only: 'served' },
    run: ({ session, to }) => advanceCreators(session, to.time),
  },
  {
    table: 'leaderboard_cut_offs',
    ...{ needs: ['app_totals', 'creator_totals'], only: 'served' },
    run: ({ session }) => setCutOffs(session),
  },
  {
    table: 'sums',
    ...{ needs: 'all', only: 'building' },
    run: async ({ session, chain, to }) => {
      if (chain.levelAt !== null) await buildSums(session, to);
    },
  },
  {
    table: 'blocks',
    needs: 'all',
    run: ({ session, folded, chain }) => keepHashes(session, [...folded.batch.headers.values()], chain),
  },
  {
    table: 'head',
    needs: 'all',
    run: ({ session, folded, chain }) =>
      moveHead(session, folded.after.head, chain.levelAt, chain.finalBefore, fundingsFrom(folded)),
  },
  {
    table: 'outbox',
    needs: 'all',
    run: async ({ session, folded, chain, told }) => {
      if (told !== null) await writeOutbox(session, told, chain.firstUnfinal);
      else if (!folded.before.isBuilding) await closeOutbox(session);
    },
  },
]);

/** Writes a batch inside the caller's transaction: events, everything derived from them, and the head. */
export async function writeBatch(
  session: Session,
  folded: FoldedBatch,
  chain: ChainAhead,
  addresses: BatchAddresses,
): Promise<void> {
  const { head, isBuilding } = folded.before;
  const kind = isBuilding ? 'building' : 'served';
  const write: BatchWrite = {
    ...{ session, folded, rows: folded.rows, chain, addresses, idOf: addresses.idOf },
    before: head && momentOf(head),
    to: momentOf(folded.after.head),
    changes: [],
    told: null,
  };
  await runInOrder(
    STEPS.filter(({ only = kind }) => only === kind),
    write,
  );
}

/** The batch's first block, where it has fundings; null where they are left out. */
function fundingsFrom({ batch, before }: FoldedBatch): number | null {
  return before.registry.deployment.withoutFundings === true ? null : batch.from.number;
}

/** Whether the stream tells of a batch. A backfill tells nothing: it would be of the past, and as much again to write. */
function isTold({ batch, before }: FoldedBatch, { levelAt }: ChainAhead): boolean {
  return levelAt !== null || (!before.isBuilding && isRecent(batch.to));
}

function momentOf({ number, timestamp }: HeadBlock): HeadMoment {
  return { blockNumber: number, time: new Date(timestamp * 1_000) };
}
