import { setImmediate as nextTurn } from 'node:timers/promises';

/** Statements that are under way wait for their results to be read as long as this. */
const SLICE_MS = 20;

/**
 * Cuts long computing into slices, between which the event loop gets its turn. A transaction is open meanwhile, which
 * PostgreSQL ends when its next statement is long in coming.
 */
export class TimeSlices {
  private since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.since >= SLICE_MS;
  }

  async next(): Promise<void> {
    await nextTurn();
    this.since = performance.now();
  }
}
