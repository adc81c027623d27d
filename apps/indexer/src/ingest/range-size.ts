/** Logs that one batch aims at: enough to make a transaction worth its cost, few enough to hold in memory. */
const TARGET_LOGS = 10_000;

/**
 * How many blocks to read at once: halved whenever the node finds a range too large, grown back while ranges come
 * through with few logs.
 */
export class RangeSize {
  private size: number;

  constructor(private readonly max: number) {
    this.size = max;
  }

  get blocks(): number {
    return this.size;
  }

  /** @returns false when the range cannot get any smaller */
  shrink(): boolean {
    if (this.size === 1) return false;
    this.size = Math.ceil(this.size / 2);
    return true;
  }

  adapt(logs: number): void {
    if (logs > TARGET_LOGS) this.shrink();
    else if (logs < TARGET_LOGS / 2) this.size = Math.min(this.max, Math.ceil(this.size * 1.5));
  }
}
