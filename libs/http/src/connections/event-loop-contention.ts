import { performance, type EventLoopUtilization } from 'node:perf_hooks';

const SAMPLE_MS = 20;
const HIGH_UTILIZATION = 0.5;
/** A client that sent nothing for so long competes no more. */
const ACTIVE_MS = 1_000;

/** Whether several clients compete for the event loop. One client alone may have all of it. */
export class EventLoopContention {
  private sampledAt = performance.now();
  private sample: EventLoopUtilization = performance.eventLoopUtilization();
  private utilization = 0;
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
    this.utilization = performance.eventLoopUtilization(sample, this.sample).utilization;
    [this.sampledAt, this.sample] = [now, sample];
  }

  isHigh(): boolean {
    return this.utilization > HIGH_UTILIZATION && performance.now() - this.otherClientAt < ACTIVE_MS;
  }
}
