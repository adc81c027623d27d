import { RangeTooLargeError, type NodeError } from '@slipway/chain';
import { type HeadersNeededError } from './cross-check.js';
import type { IndexerOptions } from '../registry/indexer-options.js';
import { CHECKPOINT_BLOCKS, RECENT_BLOCKS } from '../tables/head.js';
import type { BlockRange } from './range-logs.js';
import { RangeSize } from './range-size.js';

/** Blocks whose headers are read at once. */
const MOST_HEADERS = 2_000;

/** Blocks of the first range that is read without the headers of quiet blocks. */
const FIRST_LONG = 1_000;

/** Of fewer blocks, all headers cost no more than to ask a second node. */
const LEAST_LONG = 8;

/** Ranges that may be on their way at once, and one more. */
const MOST_ASKED = 4;

/** Blocks whose headers are read after two nodes differed; doubled while they go on to. */
const FIRST_STRETCH = 64;
const LONGEST_STRETCH = 100_000;

export interface PlannedRange extends BlockRange {
  /** Whether two nodes are asked for its logs, and no headers of blocks without any are read. */
  readonly isLong: boolean;
}

/** Which blocks are read next, and how: final history by two nodes in long ranges while it is quiet, all else with its headers. */
export class RangePlan {
  private readonly short: RangeSize;
  private readonly long: RangeSize;
  /** The newest last: more than are on their way. */
  private asked: readonly PlannedRange[] = [];
  /** Whether the last range had fewer events than blocks: of others, headers cost less than the logs of a second node. */
  private isQuiet = true;
  /** Blocks that are not read without their headers. */
  private headers: BlockRange = { from: -1, to: -1 };
  private stretch = FIRST_STRETCH;
  /** A range ends before the block that something is wrong with: what is before it is written. */
  private stop = -1;

  private readonly recentBlocks: number;

  constructor(
    { maxRange, firstBlocks, recentBlocks = RECENT_BLOCKS }: IndexerOptions,
    private readonly hasTwoNodes: boolean,
  ) {
    this.recentBlocks = recentBlocks;
    this.short = new RangeSize(Math.min(maxRange, MOST_HEADERS), firstBlocks);
    this.long = new RangeSize(maxRange, firstBlocks ?? FIRST_LONG);
  }

  /** The range from a block on: all of it final, or none of it. */
  next(from: number, latest: number, firstUnfinal: number): PlannedRange {
    const isFinal = from < firstUnfinal;
    const newest = isFinal ? firstUnfinal - 1 : latest;
    const last = from < this.stop ? Math.min(newest, this.stop - 1) : newest;
    const { headers } = this;
    const areNeeded = from >= headers.from && from <= headers.to;
    const mayBeLong = isFinal && this.hasTwoNodes && this.isQuiet && !areNeeded;
    const longLast = Math.min(
      last,
      latest - this.recentBlocks,
      from < headers.from ? headers.from - 1 : last,
    );
    const longTo = mayBeLong ? this.longTo(from, longLast) : from;
    const isLong = longTo - from + 1 >= LEAST_LONG;
    const shortTo = Math.min(last, from + this.short.blocks - 1, areNeeded ? headers.to : last);
    const range = { from, to: isLong ? longTo : shortTo, isLong };
    this.asked = [...this.asked.slice(1 - MOST_ASKED), range];
    return range;
  }

  private longTo(from: number, last: number): number {
    const to = from + this.long.blocks - 1;
    if (to >= last) return last;
    // Its hash is kept.
    const checkpoint = to - (to % CHECKPOINT_BLOCKS);
    return checkpoint > from + LEAST_LONG ? checkpoint : to;
  }

  /** Whether a range as large as the next one came through. */
  get isProven(): boolean {
    return this.sizeOf(this.asked.at(-1)).isProven;
  }

  /** The range came through. */
  accept(range: PlannedRange, logs: number, events: number): void {
    const { from, to, isLong } = range;
    this.isQuiet = events <= to - from;
    if (isLong) this.stretch = FIRST_STRETCH;
    if (isLong || this.long.blocks < LEAST_LONG) this.long.accept(logs);
    if (!isLong) this.short.accept(logs);
  }

  /** Less is to be asked for from a block on. @returns false when that is not possible */
  refuse(from: number, error: NodeError): boolean {
    const range = this.askedFrom(from);
    const named = error instanceof RangeTooLargeError ? error.blocks : null;
    return this.sizeOf(range).refuse(blocksOf(range), named);
  }

  /** The range from a block on fails again and again. */
  shrink(from: number): void {
    const range = this.askedFrom(from);
    this.sizeOf(range).shrink(blocksOf(range));
  }

  needHeaders(from: number, { block, isForFailure }: HeadersNeededError): void {
    if (isForFailure) this.shrink(from);
    this.headers = { from: block, to: block + this.stretch - 1 };
    this.stretch = Math.min(2 * this.stretch, LONGEST_STRETCH);
  }

  private askedFrom(from: number): PlannedRange | undefined {
    return this.asked.findLast((range) => range.from === from);
  }

  private sizeOf(range: PlannedRange | undefined): RangeSize {
    return range?.isLong === true ? this.long : this.short;
  }

  /** What comes before a block is read without it. */
  stopBefore(block: number): void {
    this.stop = block;
  }
}

/** What was never asked for cannot be less. */
function blocksOf(range: BlockRange | undefined): number {
  return range === undefined ? 1 : range.to - range.from + 1;
}
