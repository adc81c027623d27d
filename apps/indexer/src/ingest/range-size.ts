/** Logs that one batch aims at: worth a transaction's cost, and few enough for memory and for the heartbeat. */
const TARGET_LOGS = 40_000;

/** The first range is small: how much is in it is not known yet. */
const FIRST_BLOCKS = 100;

/** Ranges that come through before a size that was refused is tried again: limits of nodes change, seldom. */
const RANGES_BEFORE_RETRY = 50;

/**
 * How many blocks to read at once. It is halved while nodes refuse. While ranges come through with few logs, it grows by half the
 * gap to the refused size.
 */
export class RangeSize {
  private size: number;
  /** The largest size not known to be refused, and the largest that came through. */
  private ceiling: number;
  private proven = 0;
  private successes = 0;

  constructor(
    private readonly max: number,
    firstBlocks = FIRST_BLOCKS,
  ) {
    this.size = Math.min(max, firstBlocks);
    this.ceiling = max;
  }

  get blocks(): number {
    return this.size;
  }

  get isProven(): boolean {
    return this.size <= this.proven;
  }

  /** The node refused the range. @returns false when it cannot get any smaller */
  refuse(): boolean {
    if (this.size === 1) return false;
    this.ceiling = this.size - 1;
    this.successes = 0;
    // What came through before may not any more: there are more logs in other blocks.
    if (this.proven >= this.size) this.proven = 0;
    this.size = this.proven > 0 ? this.proven : halfOf(this.size);
    return true;
  }

  /** The range failed again and again for no stated reason: it may be too much for the node's time, or for its line. */
  shrink(): void {
    this.size = halfOf(this.size);
  }

  /** The range came through with so many logs. */
  accept(logs: number): void {
    this.proven = Math.max(this.proven, this.size);
    this.successes += 1;
    if (this.successes % RANGES_BEFORE_RETRY === 0) this.ceiling = Math.min(this.max, this.ceiling * 2);
    if (logs > TARGET_LOGS) this.size = halfOf(this.size);
    else if (logs < TARGET_LOGS / 2) this.size += halfOf(Math.min(this.size, this.ceiling - this.size));
  }
}

function halfOf(size: number): number {
  return Math.ceil(size / 2);
}
