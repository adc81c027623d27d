const TICK_MS = 25;

/** After a gap longer than this the process had stood still, or had computed all the while. */
const GAP_MS = 100;

/**
 * How long this process ran: it does not go on while a busy machine has the process stand still, which its timers know nothing of.
 * It is for what this process, such as an API in it, has to do in a time.
 */
export class RunningClock {
  private ran = 0;
  private at = performance.now();
  private cpu = process.cpuUsage();
  private readonly timer = setInterval(() => {
    this.tick();
  }, TICK_MS).unref();

  /** Milliseconds since it was made. */
  get ms(): number {
    this.tick();
    return this.ran;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const now = performance.now();
    const { user, system } = process.cpuUsage(this.cpu);
    // What was computed counts, however long it kept the timers waiting.
    this.ran += Math.min(now - this.at, GAP_MS + (user + system) / 1_000);
    this.at = now;
    this.cpu = process.cpuUsage();
  }
}
