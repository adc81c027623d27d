import { setInterval, clearInterval } from 'node:timers';

/** One line of the display. */
interface Step {
  readonly title: string;
  readonly startedAt: number;
  detail: string;
}

/** Says how far a step has come; shown on a terminal only. */
export type Detail = (text: string) => void;

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 100;
/** A terminal that does not say its width says 0. */
const UNKNOWN_WIDTH = 80;

/**
 * What a start shows: on a terminal the running steps move at the bottom, each with its time; elsewhere (a file, CI)
 * every step is one plain line when it is done.
 */
export class Progress {
  private readonly running = new Set<Step>();
  private readonly timer: NodeJS.Timeout | null;
  private frame = 0;
  private drawnLines = 0;

  constructor(private readonly output: NodeJS.WriteStream) {
    this.timer = output.isTTY
      ? setInterval(() => {
          this.redraw();
        }, FRAME_MS).unref()
      : null;
  }

  /** Shows a step while it runs, and how it ended. */
  async step<T>(title: string, work: (detail: Detail) => Promise<T>): Promise<T> {
    const step: Step = { title, startedAt: Date.now(), detail: '' };
    this.running.add(step);
    try {
      const result = await work((detail) => (step.detail = detail));
      this.finish(step, '✓');
      return result;
    } catch (error) {
      this.finish(step, '✗');
      throw error;
    }
  }

  /** A line that stays, above the running steps. */
  line(text: string): void {
    this.clear();
    this.output.write(`${text}\n`);
    this.draw();
  }

  /** Nothing moves any more. */
  close(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.clear();
    this.running.clear();
  }

  private finish(step: Step, mark: string): void {
    if (!this.running.delete(step)) return;
    const detail = step.detail === '' ? '' : `: ${step.detail}`;
    this.line(`${mark} ${step.title}${detail} (${elapsed(step)})`);
  }

  private redraw(): void {
    this.frame = (this.frame + 1) % FRAMES.length;
    this.clear();
    this.draw();
  }

  private draw(): void {
    if (this.timer === null) return;
    for (const step of this.running) {
      const detail = step.detail === '' ? '' : `: ${step.detail}`;
      const text = `${FRAMES[this.frame] ?? ''} ${step.title}${detail} (${elapsed(step)})`;
      // A line that wraps would be counted as one and leave its rest on the screen.
      this.output.write(`${text.slice(0, (this.output.columns || UNKNOWN_WIDTH) - 1)}\n`);
    }
    this.drawnLines = this.running.size;
  }

  private clear(): void {
    if (this.drawnLines > 0) this.output.write(`\u001B[${this.drawnLines}A\u001B[0J`);
    this.drawnLines = 0;
  }
}

function elapsed(step: Step): string {
  return `${((Date.now() - step.startedAt) / 1000).toFixed(1)} s`;
}
