import type { BlockHeader, ChainEvent } from '@slipway/chain';
import type { Rows } from '../decode/rows.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { CurveFee, FeedRounds } from './checked-range.js';
import type { Findings } from './contradiction.js';
import type { LastAnswer } from './feed-prices.js';
import type { RoundTripMatcher } from './match-round-trips.js';
import { foldEvents } from './fold-events.js';

export type HeadBlock = Pick<BlockHeader, 'number' | 'hash' | 'timestamp'>;

/** Where the index stands, as the process holds it in memory. */
export interface IndexState {
  readonly registry: AppRegistry;
  /** Null before the first block. */
  readonly head: HeadBlock | null;
  /** Whether it was never level with its chain: sums and keys that no read needs yet are made once, when it is. */
  readonly isBuilding: boolean;
  /** The feed's last price. */
  readonly oraclePrice: bigint | null;
  /** What it is the product of. */
  readonly answers: readonly LastAnswer[];
  /** When the last of its events was, in seconds: see {@link foldEvents}. */
  readonly eventTime: number;
  /** Each aggregator's last round, of those that answered since the start. */
  readonly rounds: FeedRounds;
  /** What trades on all curves pay, where an event said it. */
  readonly curveFee: CurveFee | null;
  readonly findings: Findings;
  /** Takes in the trades of each batch while it is written. */
  readonly roundTrips: RoundTripMatcher;
}

/** A range of blocks with everything that our contracts logged in it. */
export interface Batch {
  readonly from: BlockHeader;
  readonly to: BlockHeader;
  /** In chain order. */
  readonly events: readonly ChainEvent[];
  /** Of every block of the range, by number. */
  readonly headers: ReadonlyMap<number, BlockHeader>;
}

export interface FoldedBatch {
  readonly batch: Batch;
  readonly rows: Rows;
  readonly before: IndexState;
  readonly after: IndexState & { readonly head: HeadBlock };
}

/** Turns a batch into rows. What they change is not looked at, so that the batch before may still be on its way. */
export async function foldBatch(batch: Batch, before: IndexState): Promise<FoldedBatch> {
  const { registry } = before;
  const { from, to } = batch;
  const events = registry.feeds.withOpenings(batch.events, from.number, to.number);
  const { rows, oraclePrice, answers, eventTime } = await foldEvents(events, {
    registry,
    oraclePriceBefore: before.oraclePrice,
    answersBefore: before.answers,
    eventTimeBefore: before.eventTime,
    timeOf: (number) => timeOf(batch, number),
  });
  const head = { ...batch.to, timestamp: Math.max(batch.to.timestamp, eventTime) };
  return { batch, rows, before, after: { ...before, head, oraclePrice, answers, eventTime } };
}

function timeOf(batch: Batch, number: number): number {
  const header = batch.headers.get(number);
  if (header === undefined) throw new Error(`no header of block ${number}`);
  return header.timestamp;
}
