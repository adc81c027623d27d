import type { Hex } from 'viem';
import {
  LogsBloom,
  NodeError,
  NodeUnavailableError,
  RangeTooLargeError,
  UnprovedBlockError,
  type BlockHeader,
  type ChainEvent,
  type ChainNode,
  type RawLog,
} from '@slipway/chain';
import { type Deployment } from '@slipway/protocols';
import type { Clock } from '@slipway/domain';
import { placeOf } from '../decode/rows.js';
import type { Contradiction } from '../fold/contradiction.js';
import type { HeadBlock, IndexState } from '../fold/fold-batch.js';
import { appOf } from '../fold/without-frozen.js';
import { inTransaction, type Writer } from '../postgres/transaction.js';
import type { AppRegistry } from '../registry/app-registry.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import type { BlockProof, Located } from '../repair/locate.js';
import { WrittenLogs } from '../repair/written-logs.js';
import { noteReread, rereadUpTo, type HashedBlock } from '../tables/head.js';
import { keptFrom } from '../tables/index-state.js';
import { proveByReceipts } from './prove-block.js';
import { RangeLogs, type BlockRange } from './range-logs.js';
import { RangeSize } from './range-size.js';
import { LogReader } from './read-logs.js';

/** A block is read a second time so long after it was written. */
const AFTER_MS = 15 * 60_000;

/** From one range to the next, and after every node failed: reading anew is never in the way of what is new. */
const PAUSE_MS = 2_000;
const AFTER_FAILURE_MS = 30_000;

/** How closely it is known when a block was written: at the head, a range in so long is asked for. */
const MARK_EVERY_MS = 60_000;

/** So often each node is tried with one block, or with logs that no row has; then the range is passed over. */
const MAX_TRIES = 5;

/** Blocks of a range that are proved, of those with a log that no row has. */
const MAX_PROVED = 16;

/** After so many rewinds that brought no row it is us who are wrong: what is missing is said, and no more. */
const MAX_IN_VAIN = 2;

/** A log that the first reading of its block did not get. */
interface Overlooked {
  readonly contradiction: Contradiction;
  readonly located: Located;
  /** Leaves it as it is, for a reason. */
  readonly passOver: (why: string) => Promise<void>;
}

interface Reread extends BlockRange {
  /** Up to which block all had been read a second time: nothing is noted of an index that was taken back meanwhile. */
  readonly before: number;
}

interface Source {
  readonly node: ChainNode;
  readonly reader: LogReader;
  readonly size: RangeSize;
}

/** A log that has no row, and what shows that its block has it. */
interface Proved {
  readonly event: ChainEvent;
  readonly proof: BlockProof;
  readonly logs: readonly RawLog[];
}

/** What is to be done between two steps with what a node said meanwhile. */
type Next = (state: IndexState, head: HeadBlock) => Promise<Overlooked | null>;

const NOTHING: Next = () => Promise.resolve(null);

/**
 * Reads all blocks a second time, each from the next node: what a node left out of logs, receipts and a bloom at once, nothing of
 * that moment tells. One question of many blocks at a time, while the index is level; no step waits for a node here.
 */
export class SecondReading {
  private readonly sources: readonly Source[];
  /** Where the head was, and when, oldest first. */
  private marks: { readonly at: number; readonly block: number }[] = [];
  private dueAt = 0;
  private turn = 0;
  private next: Next | 'awaited' | null = null;
  /** At the range that is to be read. */
  private tries = 0;
  private readonly rewoundFor = new Set<number>();
  private inVain = 0;
  /** Why a range was not read, or passed over; null when the last one was. */
  failure: { readonly blocks: string; readonly why: string } | null = null;

  /**
   * @param nodes each by itself
   * @param isResting whether the index is built anew meanwhile
   */
  constructor(
    private readonly writer: Writer,
    nodes: readonly ChainNode[],
    private readonly deployment: Deployment,
    private readonly options: IndexerOptions,
    private readonly clock: Clock,
    private readonly isResting: () => Promise<boolean> = () => Promise.resolve(false),
  ) {
    this.sources = nodes.map((node) => ({
      node,
      reader: new LogReader(node),
      size: new RangeSize(options.maxRange),
    }));
  }

  /** Goes on, of an index that is level. @returns what is missing */
  async goOn(state: IndexState, head: HeadBlock): Promise<Overlooked | null> {
    const now = this.clock.now().getTime();
    this.mark(now, head.number);
    const { next } = this;
    if (next === 'awaited') return null;
    this.next = null;
    if (next !== null) return next(state, head);
    // A clock may be put back.
    if (now < this.dueAt && this.dueAt - now <= AFTER_FAILURE_MS) return null;
    this.dueAt = now + PAUSE_MS;
    const last = this.lastBefore(now - AFTER_MS);
    const source = this.sources[this.turn % this.sources.length];
    if (last === null || source === undefined) return null;
    const before = await rereadUpTo(this.writer.session);
    const from = Math.max(this.options.startBlock, before + 1);
    if (from > last || (await this.isResting())) return null;
    this.turn += 1;
    const range = { before, from, to: Math.min(last, from + source.size.blocks - 1) };
    this.start(this.ask(source, range, state.registry));
    return null;
  }

  /** A failure that is none of a node's is the next step's. */
  private start(work: Promise<Next>): void {
    this.next = 'awaited';
    work.then(
      (next) => {
        this.next = next;
      },
      (error: unknown) => {
        this.next = () => {
          throw error;
        };
      },
    );
  }

  private mark(at: number, block: number): void {
    this.marks = this.marks.filter((mark) => mark.block <= block && mark.at <= at);
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

  /** A range that a node does not give is asked for of the next one, in parts when it may be too large. */
  private async ask(source: Source, range: Reread, registry: AppRegistry): Promise<Next> {
    const { node, reader, size } = source;
    const blocks = range.to - range.from + 1;
    let isUp = false;
    try {
      const latest = await node.latest();
      if (latest.number < range.to) throw new NodeUnavailableError('the node is behind');
      isUp = true;
      const logs = new RangeLogs(range, registry);
      if (blocks > 1) await reader.readRange(logs, latest);
      else await reader.readBlocks(logs, [await node.header(range.from)]);
      size.accept(logs.seen);
      const events = logs.inOrder();
      return (state, head) => this.compare(node, range, events, state, head);
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      if (!isUp) return this.fail(range, error.message, 0);
      const named = error instanceof RangeTooLargeError ? error.blocks : null;
      if (error.remedy === 'smaller' && size.refuse(blocks, named)) return NOTHING;
      if (error.remedy === 'elsewhere') return this.fail(range, error.message, MAX_TRIES);
      if (blocks > 1) size.shrink(blocks);
      return this.fail(range, error.message, blocks > 1 ? 0 : 1);
    }
  }

  private async compare(
    node: ChainNode,
    range: Reread,
    events: readonly ChainEvent[],
    state: IndexState,
    head: HeadBlock,
  ): Promise<null> {
    const { session } = this.writer;
    const unknown = await this.written(state).unknownOf(events, range.from, range.to);
    if (unknown.length === 0) {
      this.failure = null;
      return this.pass(range);
    }
    const blocks = [...new Set(unknown.map(({ blockNumber }) => blockNumber))].slice(0, MAX_PROVED);
    const kept = (await keptFrom(session, blocks.at(-1) ?? range.to)) ?? head;
    this.start(this.prove(node, range, unknown, blocks, kept));
    return null;
  }

  private written(state: IndexState): WrittenLogs {
    return new WrittenLogs(this.writer.session, this.deployment, state);
  }

  /** By the blocks of our chain alone: a node that is on another fork has logs that the index cannot have. */
  private async prove(
    node: ChainNode,
    range: Reread,
    unknown: readonly ChainEvent[],
    blocks: readonly number[],
    kept: HashedBlock,
  ): Promise<Next> {
    try {
      const headers = await node.headers([...blocks, kept.number]);
      if (headers.pop()?.hash !== kept.hash) return this.fail(range, 'the node is on another fork');
      for (const header of headers) {
        const proved = await this.proveOne(header, unknown);
        if (proved !== null) return (state, head) => this.judge(range, proved, state, head);
      }
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return this.fail(range, error.message);
    }
    return this.fail(range, `${unknown.slice(0, 1).map(nameOf).join('')}, and no proof of it`);
  }

  /** Receipts prove it; where no node has any, logs that the bloom knows. */
  private async proveOne(header: BlockHeader, unknown: readonly ChainEvent[]): Promise<Proved | null> {
    const nodes = this.sources.map(({ node }) => node);
    const bloom = LogsBloom.of(header.logsBloom);
    let lacking = 0;
    const look = async (proof: BlockProof): Promise<Proved | null> => {
      try {
        const logs = await proof(header);
        const places = new Set(logs.map(placeOf));
        const event = unknown.find((one) => one.blockNumber === header.number && places.has(placeOf(one)));
        return event === undefined ? null : { event, proof, logs };
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        if (error instanceof UnprovedBlockError && error.lacksReceipts) lacking += 1;
        return null;
      }
    };
    for (const node of nodes) {
      const proved = await look((one) => proveByReceipts(node, one));
      if (proved !== null) return proved;
    }
    if (lacking < nodes.length) return null;
    for (const node of nodes) {
      const proved = await look((one) =>
        node.logsOfBlocks(null, this.deployment.protocol.events.topics, [one]),
      );
      if (proved !== null && bloom?.mayHave(proved.event.contract.toLowerCase() as Hex) === true)
        return proved;
    }
    return null;
  }

  private async judge(
    range: Reread,
    { event, proof, logs }: Proved,
    state: IndexState,
    head: HeadBlock,
  ): Promise<Overlooked | null> {
    const { blockNumber: block, logIndex } = event;
    const what = nameOf(event);
    if ((await rereadUpTo(this.writer.session)) !== range.before) return null;
    const written = this.written(state);
    const events = logs.map((log) => this.deployment.protocol.events.decode(log));
    const unknown = await written.unknownOf(events, block, block);
    const places = new Set(logs.map(placeOf));
    const strangers = [...(await written.places(block, block))].filter((place) => !places.has(place));
    // As many rows as there are logs: nodes that count logs from another number on.
    if (unknown.length <= strangers.length)
      return this.fail(range, `${what}, and its rows have other numbers`)(state, head);
    if (this.rewoundFor.has(placeOf(event))) this.inVain += 1;
    if (this.inVain >= MAX_IN_VAIN)
      return this.fail(range, `${what}; rewinds brought no row`, Infinity)(state, head);
    this.rewoundFor.add(placeOf(event));
    // What is read now is written now.
    this.marks = [];
    return {
      contradiction: {
        kind: 'transaction',
        app: appOf(event, state.registry) ?? null,
        blockNumber: head.number + 1,
        logIndex,
        since: block,
        what,
      },
      located: { kind: 'found', block, proof },
      passOver: async (why) => {
        await this.fail(range, why, Infinity)(state, head);
      },
    };
  }

  /** @param tries for how many it counts */
  private fail(range: Reread, why: string, tries = 1): Next {
    this.tries += tries;
    const isGivenUp = this.tries >= MAX_TRIES * this.sources.length;
    const blocks = `blocks ${range.from} to ${range.to}`;
    this.failure = { blocks, why: isGivenUp ? `${why}; passed over` : why };
    if (isGivenUp) return () => this.pass(range);
    if (this.turn % this.sources.length === 0) this.dueAt = this.clock.now().getTime() + AFTER_FAILURE_MS;
    return NOTHING;
  }

  private async pass({ before, to }: Reread): Promise<null> {
    this.tries = 0;
    await inTransaction(this.writer, () => noteReread(this.writer.session, before, to));
    return null;
  }
}

function nameOf({ blockNumber, name }: ChainEvent): string {
  return `block ${blockNumber}, read again, has a ${name} that did not come before`;
}
