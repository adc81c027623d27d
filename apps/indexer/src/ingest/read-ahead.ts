import type { BlockRange, RangeRead } from './range-logs.js';

/** Ranges that are read while another is written: with their logs they are what memory is bounded by. */
export const DEPTH = 2;

/** Ranges of final blocks on their way, in order, one after the other. */
export class ReadAhead {
  private readonly reads: { readonly range: BlockRange; readonly read: Promise<RangeRead> }[] = [];

  /** The read of the range that begins at a block; null when none is on its way. */
  take(from: number): Promise<RangeRead> | null {
    const first = this.reads.shift();
    if (first?.range.from === from) return first.read;
    this.drop();
    return null;
  }

  /** Begins reads until so many are on their way. None goes beyond the last block that may be read ahead. */
  fill<Range extends BlockRange>(
    from: number,
    last: number,
    depth: number,
    plan: (from: number) => Range,
    begin: (range: Range) => Promise<RangeRead>,
  ): void {
    let next = this.reads.at(-1)?.range.to ?? from - 1;
    while (this.reads.length < depth && next < last) {
      const range = plan(next + 1);
      const read = begin(range);
      // `take` gives its failure to the caller. Reads that are given up fail unheard.
      read.catch(() => undefined);
      this.reads.push({ range, read });
      next = range.to;
    }
  }

  drop(): void {
    this.reads.length = 0;
  }
}
