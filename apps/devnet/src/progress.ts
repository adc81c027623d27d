/** Says how far a step has come; shown on a terminal only. */
export type Detail = (text: string) => void;

const REDRAW_MS = 100;
/** A terminal that does not say its width says 0. */
const UNKNOWN_WIDTH = 80;
const CLEAR_LINE = '\r\u001B[K';

/**
 * What a start shows: one plain line for each step that is done and, on a terminal, one at the bottom with those that
 * run.
 */
export class Progress {
  /** Steps that run, and how far they are. */
  private readonly running = new Map<string, string>();
  private readonly timer: NodeJS.Timeout | null;

  constructor(private readonly output: NodeJS.WriteStream) {
    this.timer = output.isTTY
      ? setInterval(() => {
          this.draw();
        }, REDRAW_MS).unref()
      : null;
  }

  /** Shows a step while it runs, and how it ended. */
  async step<T>(title: string, work: (detail: Detail) => Promise<T>): Promise<T> {
    const startedAt = Date.now();
    this.running.set(title, title);
    const finish = (mark: string): void => {
      const text = this.running.get(title) ?? title;
      // No line after the end.
      if (this.running.delete(title))
        this.line(`${mark} ${text} (${((Date.now() - startedAt) / 1_000).toFixed(1)} s)`);
    };
    try {
      const result = await work((detail) => this.running.set(title, `${title}: ${detail}`));
      finish('✓');
      return result;
    } catch (error) {
      finish('✗');
      throw error;
    }
  }

  /** A line that stays, above the running steps. */
  line(text: string): void {
    this.output.write(`${this.timer === null ? '' : CLEAR_LINE}${text}\n`);
  }

  /** Nothing moves any more. */
  close(): void {
    this.running.clear();
    if (this.timer === null) return;
    clearInterval(this.timer);
    this.output.write(CLEAR_LINE);
  }

  private draw(): void {
    if (this.running.size === 0) return;
    const text = [...this.running.values()].join(' · ');
    // A line that wraps would leave its rest on the screen.
    this.output.write(CLEAR_LINE + text.slice(0, (this.output.columns || UNKNOWN_WIDTH) - 1));
  }
}
