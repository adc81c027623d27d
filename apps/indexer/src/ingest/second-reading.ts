import {
  NodeError,
  NodeUnavailableError,
  type BlockHeader,
  type ChainEvent,
  type ChainNode,
  type Deployment,
} from '@slipway/chain';
import type { Clock } from '@slipway/domain';
import { placeOf } from '../decode/rows.js';
import type { Contradiction } from '../fold/contradiction.js';
import type { HeadBlock, IndexState } from '../fold/fold-batch.js';
import { appOf } from '../fold/without-frozen.js';
import type { Session } from '../postgres/session.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import type { KnownLogs } from '../repair/app-logs.js';
import { locate, type Located } from '../repair/locate.js';
import { WrittenLogs } from '../repair/written-logs.js';
import { noteReread, rereadUpTo } from '../tables/head.js';
import { RangeLogs, type BlockRange } from './range-logs.js';
import { LogReader } from './read-logs.js';

/** A block is read a second time so long after it was written. */
const AFTER_MS = 15 * 60_000;

/** From one range to the next, and after a failure: reading anew is never in the way of what is new. */
const PAUSE_MS = 2_000;
const AFTER_FAILURE_MS = 30_000;

/** How closely it is known when a block was written. */
const MARK_EVERY_MS = 10_000;

/** So often a missing log is proved, or rewound for; after that it is none that the index keeps. */
const MAX_TRIES = 5;

/** A log that the first reading of its block did not get. */
interface Overlooked {
  readonly contradiction: Contradiction;
  readonly located: Located;
}

interface Read {
  readonly range: BlockRange;
  readonly events: readonly ChainEvent[];
}

/**
 * Reads all blocks a second time, each from the next node: what a node left out of logs, receipts and a bloom at once, nothing of
 * that moment tells. One question of many blocks at a time, while the index is level.
 */
export class SecondReading {
  private readonly readers: readonly LogReader[];
  /** Where the head was, and when, oldest first. */
  private marks: { readonly at: number; readonly block: number }[] = [];
  private dueAt = 0;
  private turn = 0;
  private blocks: number;
  private underWay: Promise<void> | null = null;
  private read: Read | null = null;
  /** How often each missing log was looked at. */
  private readonly tries = new Map<number, number>();
  /** Why the last range was not read; null when it was. */
  failure: string | null = null;

  /** @param sources each node by itself */
  constructor(
    private readonly session: Session,
    private readonly sources: readonly ChainNode[],
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly clock: Clock,
  ) {
    this.readers = sources.map((source) => new LogReader(source));
    this.blocks = options.maxRange;
  }

  /** Goes on, of an index that is level. Waits for no node but where something is missing. @returns what is */
  async goOn(state: IndexState, head: HeadBlock): Promise<Overlooked | null> {
    const now = this.clock.now().getTime();
    this.mark(now, head.number);
    const { read } = this;
    this.read = null;
    if (read !== null) return this.compare(read, state, head);
    if (this.underWay !== null || now < this.dueAt) return null;
    this.dueAt = now + PAUSE_MS;
    const last = this.lastBefore(now - AFTER_MS);
    const from = Math.max(this.options.startBlock, (await rereadUpTo(this.session)) + 1);
    if (last === null || from > last) return null;
    const range = { from, to: Math.min(last, from + this.blocks - 1) };
    this.underWay = this.ask(range, state.registry).finally(() => {
      this.underWay = null;
    });
    return null;
  }

  private mark(at: number, block: number): void {
    this.marks = this.marks.filter((mark) => mark.block <= block);
    const last = this.marks.at(-1);
    if (last === undefined || (last.block < block && at - last.at >= MARK_EVERY_MS))
      this.marks.push({ at, block });
  }

  /** The last block that was written before a time. */
  private lastBefore(time: number): number | null {
    while (this.marks[1] !== undefined && this.marks[1].at <= time) this.marks.shift();
    const [first] = this.marks;
    return first !== undefined && first.at <= time ? first.block : null;
  }

  /** Of the next node. A range that it does not give is asked for of another, and when it is too large in parts. */
  private async ask(range: BlockRange, registry: AppRegistry): Promise<void> {
    const source = this.sources[this.turn % this.sources.length];
    const reader = this.readers[this.turn % this.readers.length];
    if (source === undefined || reader === undefined) return;
    this.turn += 1;
    try {
      const events = await readEvents(source, reader, range, registry);
      this.read = { range, events };
      this.blocks = Math.min(this.options.maxRange, 2 * this.blocks);
      this.failure = null;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      this.failure = `blocks ${range.from} to ${range.to}: ${error.message}`;
      if (error.remedy === 'smaller') this.blocks = Math.ceil((range.to - range.from + 1) / 4);
      else this.dueAt = this.clock.now().getTime() + AFTER_FAILURE_MS;
    }
  }

  private async compare(
    { range, events }: Read,
    state: IndexState,
    head: HeadBlock,
  ): Promise<Overlooked | null> {
    const { session, deployment } = this;
    const known = new WrittenLogs(session, deployment, state);
    const unknown = await known.unknownOf(events, range.from, range.to);
    const first = unknown.find((event) => (this.tries.get(placeOf(event)) ?? 0) < MAX_TRIES);
    if (first === undefined) {
      await noteReread(session, range.to);
      return null;
    }
    const { blockNumber: block, logIndex, name } = first;
    const what = `block ${block}, read again, has a ${name} that did not come before`;
    this.tries.set(placeOf(first), (this.tries.get(placeOf(first)) ?? 0) + 1);
    known.own = [first.contract];
    const located = await this.locate({ from: block, to: block }, known);
    if (located?.kind !== 'found') {
      this.failure = `${what}, and no proof of it`;
      this.dueAt = this.clock.now().getTime() + AFTER_FAILURE_MS;
      return null;
    }
    const app = appOf(first, state.registry) ?? null;
    const contradiction = {
      kind: 'transaction',
      app,
      blockNumber: head.number + 1,
      logIndex,
      since: block,
      what,
    } as const;
    return { contradiction, located };
  }

  /** @returns null when no node answers now */
  private async locate(range: BlockRange, logs: KnownLogs): Promise<Located | null> {
    try {
      return await locate(this.sources, { ...range, logs, differs: null }, () => Promise.resolve());
    } catch (error) {
      if (error instanceof NodeUnavailableError) return null;
      throw error;
    }
  }
}

async function readEvents(
  source: ChainNode,
  reader: LogReader,
  range: BlockRange,
  registry: AppRegistry,
): Promise<readonly ChainEvent[]> {
  const logs = new RangeLogs(range, registry);
  const latest = await source.latest();
  if (latest.number < range.to) throw new NodeUnavailableError(`the node has no block ${range.to} yet`);
  if (range.from < range.to) await reader.readRange(logs, latest);
  else {
    const header: BlockHeader = await source.header(range.from);
    await reader.readBlocks(logs, [header]);
  }
  return logs.inOrder();
}
