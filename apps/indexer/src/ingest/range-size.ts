/** Logs that one batch aims at: worth a transaction's cost, and few enough for memory and for the heartbeat. */
const TARGET_LOGS = 40_000;

/** The first range is small: how much is in it is not known yet. */
const FIRST_BLOCKS = 100;

/** Ranges that come through before a size that was refused is tried again: limits of nodes change, seldom. */
const RANGES_BEFORE_RETRY = 50;

/** A range that fails for no stated reason is cut to this share: sizes that help are found in few tries. */
const GUESSED_SHARE = 0.25;

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
  /** The size before it was cut on a guess; null when it was not. */
  private beforeGuess: number | null = null;

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

  /**
   * The node refused a range of so many blocks for its size.
   * @param named how many it says that it would give; null when it did not say
   * @returns false when it cannot get any smaller
   */
  refuse(asked: number, named: number | null = null): boolean {
    if (asked === 1) return false;
    this.ceiling = asked - 1;
    this.successes = 0;
    // What came through before may not any more: there are more logs in other blocks.
    if (this.proven >= asked) this.proven = 0;
    if (named !== null && named < asked) this.size = this.ceiling = named;
    else this.size = this.proven > 0 ? this.proven : halfOf(asked);
    return true;
  }

  /**
   * A range of so many blocks failed again and again for no stated reason: it may be too much for the node's time, or for its
   * line. Nothing is remembered of that, and when one block fails likewise it was not for the size.
   */
  shrink(asked: number): void {
    this.beforeGuess ??= this.size;
    if (asked > 1) this.size = Math.ceil(Math.min(this.size, asked) * GUESSED_SHARE);
    else [this.size, this.beforeGuess] = [this.beforeGuess, null];
  }

  /** The range came through with so many logs. */
  accept(logs: number): void {
    this.beforeGuess = null;
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
