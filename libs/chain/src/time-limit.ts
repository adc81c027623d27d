/** A limit of time for one piece of work, which the program's end ends too. `AbortSignal.any` would leak some 90 bytes each. */
export class TimeLimit {
  isOver = false;
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  private readonly timer: NodeJS.Timeout;

  constructor(
    milliseconds: number,
    private readonly program?: AbortSignal,
  ) {
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.abort();
    }, milliseconds);
    if (program?.aborted === true) this.abort();
    program?.addEventListener('abort', this.abort);
  }

  /** Begins anew. */
  renew(): void {
    this.timer.refresh();
  }

  lift(): void {
    clearTimeout(this.timer);
    this.program?.removeEventListener('abort', this.abort);
  }

  private readonly abort = (): void => {
    this.controller.abort();
  };
}
