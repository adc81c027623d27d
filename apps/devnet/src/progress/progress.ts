/** Says how far a step has come; shown on a terminal only. */
export type Detail = (text: string) => void;

const REDRAW_MS = 100;
/** A terminal that does not say its width says 0. */
const UNKNOWN_WIDTH = 80;
const CLEAR_LINE = '\r\u001B[K';

/** What a start shows: a plain line for each step that is done and, on a terminal, one with those that run. */
export class Progress {
  /** Steps that run, and how far they are. */
  private readonly running = new Map<string, string>();
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(private readonly output: NodeJS.WriteStream) {
    if (output.isTTY) this.timer = setInterval(this.draw, REDRAW_MS).unref();
  }

  /** Shows a step while it runs, and how it ended. */
  async step<T>(title: string, work: (detail: Detail) => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    this.running.set(title, title);
    let mark = '✗';
    try {
      const result = await work((detail) => this.running.set(title, `${title}: ${detail}`));
      mark = '✓';
      return result;
    } finally {
      const text = this.running.get(title) ?? title;
      const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
      // No line after the end.
      if (this.running.delete(title)) this.line(`${mark} ${text} (${seconds} s)`);
    }
  }

  /** A line that stays, above the running steps. */
  line(text: string): void {
    this.output.write(`${this.timer === undefined ? '' : CLEAR_LINE}${text}\n`);
  }

  /** Nothing moves any more. */
  close(): void {
    this.running.clear();
    clearInterval(this.timer);
    if (this.timer !== undefined) this.output.write(CLEAR_LINE);
  }

  private readonly draw = (): void => {
    const text = [...this.running.values()].join(' · ');
    // A line that wraps would leave its rest on the screen.
    if (text !== '')
      this.output.write(CLEAR_LINE + text.slice(0, (this.output.columns || UNKNOWN_WIDTH) - 1));
  };
}
