import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const SAMPLE_MS = 20;
/** Contention begins above the one, and lasts until a second after the last sample above the other. */
const UTILIZATION = { high: 0.5, low: 0.2 };
const LASTS_MS = 1_000;
/** A client that sent nothing for so long competes no more. */
const ACTIVE_MS = 1_000;

/** Whether several clients compete for the event loop. One client alone may have all of it. */
export class EventLoopContention {
  private sampledAt = performance.now();
  private sample: EventLoopUtilization = performance.eventLoopUtilization();
  private busyUntil = Number.NEGATIVE_INFINITY;
  private lastClient = '';
  private otherClientAt = Number.NEGATIVE_INFINITY;

  /** To be told of each request's client. */
  observe(client: string): void {
    const now = performance.now();
    if (client !== this.lastClient) {
      if (this.lastClient !== '') this.otherClientAt = now;
      this.lastClient = client;
    }
    if (now - this.sampledAt < SAMPLE_MS) return;
    const sample = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(sample, this.sample);
    // The countermeasure lowers the use of the loop, and must not end it.
    const isBusy = utilization > (now < this.busyUntil ? UTILIZATION.low : UTILIZATION.high);
    if (isBusy) this.busyUntil = now + LASTS_MS;
    [this.sampledAt, this.sample] = [now, sample];
  }

  isHigh(): boolean {
    const now = performance.now();
    return now < this.busyUntil && now - this.otherClientAt < ACTIVE_MS;
  }
}
