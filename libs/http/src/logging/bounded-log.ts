const ONE_LINE_EACH_MS = 1_000;

/** Lets one line a second through and counts the others: for what strangers can cause as often as they like. */
export class BoundedLog {
  private nextAt = Number.NEGATIVE_INFINITY;
  private heldBack = 0;

  constructor(
    private readonly write: (line: string) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  line(text: string): void {
    const now = this.now();
    if (now < this.nextAt) {
      this.heldBack += 1;
      return;
    }
    this.nextAt = now + ONE_LINE_EACH_MS;
    this.write(this.heldBack === 0 ? text : `${text}; ${this.heldBack} more since the last such line`);
    this.heldBack = 0;
  }
}
