import { isDeepStrictEqual } from 'node:util';
import type { Hex } from 'viem';
import {
  InconsistentNodeError,
  type BlockHeader,
  type ChainEvent,
  type DecodedLog,
  type RawLog,
} from '@slipway/chain';
import { TimeSlices } from '@slipway/domain';
import { MAX_LOGS, placeOf } from '../decode/rows.js';
import type { Contracts } from '../registry/app-registry.js';

export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** A node beside the one whose logs are read, asked by itself. */
interface SecondNode {
  /** Adds, of both, the logs of contracts that became known since. */
  readonly readMissing: () => Promise<void>;
  /** @throws HeadersNeededError at the first block of which the nodes give different logs, unless it is proved by itself */
  readonly compare: () => Promise<void>;
}

/** The reads of a range before its turn: the logs of the contracts that were known then. */
export interface RangeRead {
  /** In their order: of all its blocks, or of its ends and of those with logs. */
  readonly headers: readonly BlockHeader[];
  readonly logs: RangeLogs;
  /** No block of it may be reorganised any more; else each of them may. */
  readonly isFinal: boolean;
  /** What another node gives of it, where not all headers are read. */
  readonly cross?: SecondNode;
}

export interface BlockLogs {
  /** Places of our contracts' logs, and who logged them, in small letters. */
  readonly indices: Set<number>;
  readonly contracts: Set<Hex>;
  /** First topics that came, of whichever contract. */
  readonly topics: Set<string>;
  /** Logs that came, of whichever contract. */
  seen: number;
}

/** The logs of a range as they come in, each once. What other contracts logged is counted, and not kept. */
export class RangeLogs {
  /** Whether every contract's logs were asked for, of every block. */
  isWide = false;
  seen = 0;
  /** So many of the contracts, in their order, have all their logs here. */
  private asked = 0;
  /** Contracts that the range itself brought, whose logs came with it. */
  private readonly brought = new Set<string>();
  /** Blocks whose logs are known to be all there are. */
  readonly proved = new Set<number>();
  /** What came, by block. */
  readonly blocks = new Map<number, BlockLogs>();
  /** Blocks of a wide range that had to be asked for by address: the logs of contracts that the range brought are missing. */
  readonly byAddress = new Set<number>();
  private listed: readonly Hex[] = [];
  private readonly events = new Map<number, ChainEvent>();
  /** All logs of blocks that had to be proved by themselves, of our topics and of whichever contract. */
  private readonly whole = new Map<number, readonly DecodedLog[]>();
  /** Nodes give the logs of a filter in the order of the chain, as far as is known. */
  private areInOrder = true;
  private last = -1;

  constructor(
    readonly range: BlockRange,
    readonly contracts: Contracts,
  ) {}

  get topics(): readonly Hex[] {
    return this.contracts.events.topics;
  }

  get followed(): number {
    return this.asked + this.brought.size;
  }

  /** Whether all logs of a contract are here. @param address in any case */
  has(address: string): boolean {
    const position = this.contracts.positionOf(address);
    return (position >= 0 && position < this.asked) || this.brought.has(address.toLowerCase());
  }

  /** The contracts that have all their logs here. */
  addresses(): readonly Hex[] {
    if (this.listed.length !== this.followed)
      this.listed = [...this.contracts.slice(0, this.asked), ...([...this.brought] as Hex[])];
    return this.listed;
  }

  /** Those that no app brought, which are not as many as there are apps. */
  fixed(): Hex[] {
    return this.contracts.fixed.filter((address) => this.has(address));
  }

  /** The contracts that became known since, up to the newest: their logs are missing here. */
  missing(): Hex[] {
    if (this.asked === this.contracts.size) return [];
    const since = this.contracts.slice(this.asked, this.contracts.size);
    return this.byAddress.size > 0 ? since : since.filter((address) => !this.brought.has(address));
  }

  /** So many contracts, in their order, have all their logs here. */
  completeUpTo(size: number): void {
    this.asked = Math.max(this.asked, size);
  }

  isWideAt(block: number): boolean {
    return this.isWide && !this.byAddress.has(block);
  }

  /** Takes in all logs of some contracts. @throws InconsistentNodeError when there is one that was not asked for */
  async add(addresses: readonly Hex[], logs: readonly DecodedLog[]): Promise<void> {
    const asked = new Set(addresses.map((address) => address.toLowerCase()));
    const slices = new TimeSlices();
    for (const log of logs) {
      if (slices.isDue) await slices.next();
      this.check(log, asked.has(log.address));
      this.take(log);
    }
  }

  /**
   * Takes in logs of every contract there is. Keeps those of contracts that are known, or become so by these logs.
   * @throws InconsistentNodeError when there is one that was not asked for
   */
  async addAll(logs: readonly RawLog[]): Promise<void> {
    this.completeUpTo(this.contracts.size);
    const slices = new TimeSlices();
    await this.discoverAmong(logs, slices);
    for (const log of logs) {
      if (slices.isDue) await slices.next();
      if (this.has(log.address)) {
        const ours = this.contracts.events.toDecodedLog(log);
        this.check(ours);
        this.take(ours);
      } else {
        this.check(log);
        this.count(log.blockNumber, log.topics[0]);
      }
    }
  }

  /** These are all logs of a block, whatever their topics: there is nothing left to prove. */
  async addWholeBlock(block: number, logs: readonly RawLog[]): Promise<void> {
    const topics: ReadonlySet<string | undefined> = new Set(this.topics);
    await this.addAll(logs.filter(({ topics: [first] }) => topics.has(first)));
    this.proved.add(block);
  }

  /**
   * These are all logs of a block, with proof, whatever else came of it.
   * @returns false when one came that is not among them
   */
  proveBlock(block: number, logs: readonly RawLog[]): boolean {
    const topics: ReadonlySet<string | undefined> = new Set(this.topics);
    const decoded = logs
      .filter(({ topics: [first] }) => topics.has(first))
      .map(this.contracts.events.toDecodedLog);
    const indices = new Set(decoded.map(({ logIndex }) => logIndex));
    for (const index of this.blocks.get(block)?.indices ?? []) if (!indices.has(index)) return false;
    this.whole.set(block, decoded);
    this.proved.add(block);
    this.takeProved();
    return true;
  }

  /** Takes our logs of proved blocks, in place of what came of them: by now more contracts may be known. */
  takeProved(): void {
    for (const log of [...this.whole.values()].flat()) {
      if (this.contracts.positionOf(log.address) < 0 && !this.brought.has(log.address)) continue;
      this.take(log);
      if (log.event !== null) this.events.set(placeOf(log), log.event);
    }
  }

  /** Leaves out what came of a block. */
  drop(block: number): void {
    this.blocks.delete(block);
    for (const [position, { blockNumber }] of this.events)
      if (blockNumber === block) this.events.delete(position);
  }

  /** Blocks in which our contracts logged something. */
  blocksWithLogs(): number[] {
    return [...this.blocks].filter(([, { indices }]) => indices.size > 0).map(([number]) => number);
  }

  /** The first block of which others have other events, of those that are not proved; null when there is none. */
  async firstDifference(others: RangeLogs): Promise<number | null> {
    let first = Infinity;
    const slices = new TimeSlices();
    for (const [place, event] of [...this.events, ...others.events]) {
      if (slices.isDue) await slices.next();
      const { blockNumber } = event;
      if (blockNumber >= first || this.proved.has(blockNumber)) continue;
      if (!isDeepStrictEqual(this.events.get(place), others.events.get(place))) first = blockNumber;
    }
    return first === Infinity ? null : first;
  }

  all(): readonly ChainEvent[] {
    return [...this.events.values()];
  }

  inOrder(): readonly ChainEvent[] {
    if (this.areInOrder) return this.all();
    const positions = Float64Array.from(this.events.keys()).sort();
    return Array.from(positions, (position) => this.events.get(position)).filter(
      (event) => event !== undefined,
    );
  }

  private check(
    { blockNumber, logIndex }: Pick<DecodedLog, 'blockNumber' | 'logIndex'>,
    isAskedFor = true,
  ): void {
    const isInside = blockNumber >= this.range.from && blockNumber <= this.range.to && logIndex < MAX_LOGS;
    if (!isAskedFor || !isInside)
      throw new InconsistentNodeError(`the node gave a log that was not asked for, of block ${blockNumber}`);
  }

  /** A token logs before the launchpad says that there is one. */
  private async discoverAmong(logs: readonly RawLog[], slices: TimeSlices): Promise<void> {
    const fixed = new Set<string>(this.fixed());
    const topics: ReadonlySet<string | undefined> = new Set(this.contracts.fixedTopics);
    for (const log of logs) {
      if (slices.isDue) await slices.next();
      if (!topics.has(log.topics[0]) || !fixed.has(log.address)) continue;
      const event = this.contracts.events.decode(log);
      for (const address of event === null ? [] : this.contracts.broughtBy(event))
        if (this.contracts.positionOf(address) < 0) this.brought.add(address.toLowerCase());
    }
  }

  /** Takes a log in, once. */
  private take(log: DecodedLog): void {
    const { address, topic, blockNumber, logIndex, event } = log;
    if (this.blocks.get(blockNumber)?.indices.has(logIndex) === true) return;
    const block = this.count(blockNumber, topic);
    block.indices.add(logIndex);
    block.contracts.add(address);
    if (event === null) return;
    const place = placeOf(log);
    this.areInOrder &&= place > this.last;
    this.last = place;
    this.events.set(place, event);
  }

  private count(number: number, topic: string | undefined): BlockLogs {
    let block = this.blocks.get(number);
    if (block === undefined) {
      block = { indices: new Set(), contracts: new Set(), topics: new Set(), seen: 0 };
      this.blocks.set(number, block);
    }
    block.topics.add(topic ?? '');
    block.seen += 1;
    this.seen += 1;
    return block;
  }
}
