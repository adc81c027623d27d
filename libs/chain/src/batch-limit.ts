/** Calls in one HTTP request; providers refuse much longer batches. */
const MAX_CALLS = 100;

/** Bytes of one HTTP request, below what the narrowest of known nodes and proxies take (256 KiB). */
const MAX_BYTES = 200_000;

/** A batch is not made smaller than so many bytes: one call may have as many. */
const MIN_BYTES = 10_000;

/** Requests that come through before a size that was refused is tried again: limits of nodes change, seldom. */
const RETRIED_AFTER = 500;

/** Requests that come through before batches grow again that only failed. */
const GROWN_AFTER = 10;

/** Batches that fail in a row, and the node does not say why, before smaller ones are tried. */
const FAILURES_BEFORE_SHRINKING = 2;

/** Of a batch that was served in part, a larger share than that is served by smaller ones too. */
const MOST_UNSERVED = 0.25;

/** How much may travel in one request to a node: halved when it refuses, and grown while it serves. */
export class BatchLimit {
  /** Share of what may travel at the most, and the largest that is not known to be refused. */
  private share = 1;
  private ceiling = 1;
  private successes = 0;
  private failures = 0;
  /** Whether batches were made smaller on the guess that they were refused for their size. */
  private isGuess = false;

  /** Cuts calls of some lengths into batches: each from one index up to another, which is not included. */
  split(lengths: readonly number[]): (readonly [from: number, to: number])[] {
    const calls = Math.max(1, Math.floor(MAX_CALLS * this.share));
    const most = Math.max(MIN_BYTES, MAX_BYTES * this.share);
    const batches: (readonly [from: number, to: number])[] = [];
    let from = 0;
    let bytes = 0;
    for (const [i, length] of lengths.entries()) {
      if (i > from && (i - from >= calls || bytes + length > most)) {
        batches.push([from, i]);
        [from, bytes] = [i, 0];
      }
      bytes += length;
    }
    if (lengths.length > 0) batches.push([from, lengths.length]);
    return batches;
  }

  /** A batch of so many calls, and bytes, is refused. */
  shrink(calls: number, bytes: number): void {
    this.halve(calls, bytes);
    this.ceiling = this.share;
  }

  /**
   * A request failed, and the node did not say why: it may be too much for it, or for something before it. When single calls
   * fail likewise it was not for their number.
   * @param isRefused whether the node answered
   * @returns whether it is worth trying less
   */
  noteFailure(calls: number, isRefused: boolean): boolean {
    this.failures += 1;
    if (this.failures < FAILURES_BEFORE_SHRINKING) return false;
    this.isGuess = isRefused && calls > 1;
    if (calls > 1) this.halve(calls, MIN_BYTES);
    else this.share = this.ceiling;
    return calls > 1;
  }

  /** So many calls of a batch have a result. */
  accept(served: number, calls: number): void {
    if (served < calls * (1 - MOST_UNSERVED)) {
      // Of a few calls chance decides: those that were left of a larger batch say nothing about its size.
      if (calls > (MAX_CALLS * this.share) / 2) this.halve(calls, MIN_BYTES);
      return;
    }
    // A smaller one is taken: it was the size.
    if (this.isGuess) this.ceiling = this.share;
    this.isGuess = false;
    this.failures = 0;
    this.successes += 1;
    if (this.successes % RETRIED_AFTER === 0) this.ceiling = Math.min(1, this.ceiling * 2);
    if (this.successes % GROWN_AFTER === 0) this.share = Math.min(this.ceiling, this.share * 2);
  }

  private halve(calls: number, bytes: number): void {
    // A small one is refused for its calls, not for its bytes.
    const sent = bytes > MIN_BYTES ? this.share : Math.min(this.share, calls / MAX_CALLS);
    this.share = Math.max(1 / MAX_CALLS, sent / 2);
    this.successes = 0;
  }
}
