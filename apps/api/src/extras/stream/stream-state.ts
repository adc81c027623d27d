import { encodeFrame, type StreamPosition } from './frames.js';
import type { Rollback } from './retraction.js';
import { encodeEntry, toEntries, topicsOf, type StreamEntry } from './stream-entry.js';
import type { TopicFrame } from './topic-table.js';
import type { Finality } from './topics.js';
import type { OutboxRow, OutboxTail } from './stream.repository.js';

/** What subscribers were sent of the outbox: one value, which `advance` follows by another. */
export interface StreamState {
  /** The outbox that is followed; null while there is none. */
  readonly epoch: string | null;
  /** The last entry that was sent, and the last of those that are for subscribers of final blocks. */
  readonly seq: number;
  readonly finalSeq: number;
  /** The state of the index that has all that was sent; what is read beside is of it at least. */
  readonly revision: number;
  readonly head: StreamHead;
  readonly replay: ReplayLog;
}

/** The state of an outbox that is open. */
export type OpenState = StreamState & { readonly epoch: string };

interface StreamHead {
  /** The body of its frame but for `finality`; null before the first one. */
  readonly json: string | null;
  /** Its time, or that of the block that a rollback since led to, after which blocks may be older; milliseconds. Null while not known. */
  readonly time: number | null;
  /** The last final block; -1 before the first. */
  readonly finalBlock: number;
  /** Whether prices are stale, as subscribers were sent them. */
  readonly isStale: boolean;
}

/** The entries that subscribers may resume from, in order. All that are not final are among them. */
interface ReplayLog {
  /** Resuming may begin after this entry, or a later one. */
  readonly after: number;
  readonly entries: readonly StreamEntry[];
  readonly characters: number;
}

/** Candles and prices as they are after a batch: bodies by topic. */
export interface States {
  readonly candles: ReadonlyMap<string, readonly string[]>;
  readonly prices: ReadonlyMap<string, readonly string[]>;
}

/** Frames to send, and the state that subscribers have once they were. */
export interface Step {
  readonly state: OpenState;
  readonly latest: readonly TopicFrame[];
  readonly final: readonly TopicFrame[];
  /** What goes before them to all that hear of the newest blocks. */
  readonly rollback: Rollback | null;
}

/** A batch whose beginning is not known is taken to span so long. */
const LONGEST_BATCH_MS = 86_400_000;

/** Subscribers resume from no earlier than this, and from no more than these characters. */
const KEPT_MS = 900_000;
const MOST_CHARACTERS = 32 * 2 ** 20;

/** Nothing is sent, and nothing is followed. */
export function closedState({ revision, isStale }: Pick<OutboxTail, 'revision' | 'isStale'>): StreamState {
  const head = { json: null, time: null, finalBlock: -1, isStale };
  return {
    epoch: null,
    seq: 0,
    finalSeq: 0,
    revision,
    head,
    replay: { after: 0, entries: [], characters: 0 },
  };
}

export function isOpen(state: StreamState): state is OpenState {
  return state.epoch !== null;
}

/** Where subscribers stand that have all that was sent. */
export function positionOf({ epoch, seq, finalSeq }: OpenState, finality: Finality): StreamPosition {
  return { epoch, seq: finality === 'final' ? finalSeq : seq };
}

/**
 * Rows as batches: each ends with a head or a rollback. The rest of a batch that was cut is read again with its end, unless it alone is as
 * long as a read. Null where rows between the state and these are gone.
 */
export function batchesOf({ seq }: StreamState, rows: readonly OutboxRow[]): (readonly OutboxRow[])[] | null {
  const [first] = rows;
  if (first === undefined) return [];
  if (first.seq - first.entries > seq) return null;
  const ends = rows.flatMap(({ kind }, i) => (kind === 'events' ? [] : [i + 1]));
  return ends.length === 0 ? [rows] : ends.map((end, i) => rows.slice(ends[i - 1] ?? 0, end));
}

/**
 * The state after a batch, and everything that subscribers hear of it.
 *
 * @param rows that follow the state; they were read at a time
 * @param states what they changed. It has the position before them: one who is cut off in between is sent all again
 */
export function advance(
  state: OpenState,
  rows: readonly OutboxRow[],
  {
    states,
    at,
    finality: final,
  }: { readonly states: States; readonly at: number; readonly finality: StreamFinality },
): Step {
  const entries = rows.flatMap((row) => toEntries(row, at));
  const { state: next, released } = record(state, entries, final);
  const before = positionOf(state, 'latest');
  const prices = stateFrames('price', states.prices, before);
  const last = entries.at(-1);
  const rollback =
    last?.event === 'retract'
      ? { entry: last, id: positionOf(next, 'latest'), candles: states.candles, prices }
      : null;
  const { finalBlock } = next.head;
  const finalized = (finality: Finality): TopicFrame[] =>
    finalBlock > state.head.finalBlock && finalBlock >= 0
      ? [{ topics: ['head'], buffer: encodeFinalized(finalBlock, positionOf(next, finality)) }]
      : [];
  const framesOf = (some: readonly StreamEntry[], finality: 'pending' | 'final'): TopicFrame[] =>
    some.flatMap((entry) => {
      const [topics, id] = [topicsOf(entry), { epoch: next.epoch, seq: entry.seq }];
      return topics.length === 0 ? [] : [{ topics, buffer: encodeEntry(entry, id, finality) }];
    });
  return {
    state: next,
    latest: [
      ...(rollback === null ? [...stateFrames('candle', states.candles, before), ...prices] : []),
      ...framesOf(entries, 'pending'),
      ...finalized('latest'),
    ],
    final: [...framesOf(released, 'final'), ...finalized('final')],
    rollback,
  };
}

/** What is final: so many blocks below the newest, and what is before a block. */
export interface StreamFinality {
  readonly blocks: number;
  readonly before: number;
}

/** The state after entries that were sent, or that nobody was there to be sent; and what became final by them. */
export function record<S extends StreamState>(
  state: S,
  entries: readonly StreamEntry[],
  { blocks, before }: StreamFinality,
): { state: S; released: readonly StreamEntry[] } {
  let { head } = state;
  let kept = [...state.replay.entries];
  for (const entry of entries) {
    if (entry.event === 'retract') {
      // Taken back is the end of what there is, but for rollbacks.
      const last = kept.findLastIndex(({ event, block }) => event !== 'retract' && block <= entry.block);
      kept = kept.map((one, i) => (i > last && one.block > entry.block ? { ...one, isUndone: true } : one));
      head = { ...head, time: entry.time };
    } else if (entry.event === 'head') {
      const finalBlock = Math.max(head.finalBlock, entry.block - blocks, Math.min(entry.block, before) - 1);
      // Its batch may have blocks without an entry, in which the feed's price changed.
      kept.push({ ...entry, since: head.time ?? entry.time - LONGEST_BATCH_MS });
      head = { ...head, json: entry.json, time: entry.time, finalBlock };
      continue;
    }
    kept.push(entry);
  }
  const pending = kept
    .slice(indexAfter(kept, state.finalSeq))
    .filter(({ event, isUndone }) => event !== 'retract' && !isUndone);
  const first = pending.findIndex(({ block }) => block > head.finalBlock);
  const released = first === -1 ? pending : pending.slice(0, first);
  const seq = entries.at(-1)?.seq ?? state.seq;
  const finalSeq = released.at(-1)?.seq ?? state.finalSeq;
  const [begun] = state.replay.entries.length === 0 ? kept : [];
  const after = begun === undefined ? state.replay.after : begun.seq - 1;
  const characters = entries.reduce((sum, { json }) => sum + json.length, state.replay.characters);
  const replay = trim({ after, entries: kept, characters }, entries.at(-1)?.at ?? 0, head.finalBlock);
  return { state: { ...state, seq, finalSeq, head, replay }, released };
}

/** The entries after one; null when some of them are not kept any more. */
export function entriesAfter({ after, entries }: ReplayLog, seq: number): readonly StreamEntry[] | null {
  return seq < after ? null : entries.slice(indexAfter(entries, seq));
}

export function stateFrames(
  event: 'candle' | 'price',
  states: ReadonlyMap<string, readonly string[]>,
  id: StreamPosition,
): TopicFrame[] {
  return [...states].flatMap(([topic, bodies]) =>
    bodies.map((body) => ({ topics: [topic], buffer: encodeFrame(event, id, body) })),
  );
}

export function encodeFinalized(block: number, id: StreamPosition): Buffer {
  return encodeFrame('finalized', id, `{"block":${block}}`);
}

/** Without the first entries that are final and too old or too many. */
function trim({ after, entries, characters }: ReplayLog, now: number, finalBlock: number): ReplayLog {
  let gone = 0;
  for (const { seq, block, at, json } of entries) {
    if (block > finalBlock || (now - at <= KEPT_MS && characters <= MOST_CHARACTERS)) break;
    characters -= json.length;
    after = seq;
    gone += 1;
  }
  return { after, entries: gone === 0 ? entries : entries.slice(gone), characters };
}

const indexAfter = (entries: readonly StreamEntry[], after: number): number =>
  entries.findLastIndex(({ seq }) => seq <= after) + 1;
