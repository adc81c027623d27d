import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, quantile, type Received } from './requests.js';

const PROBE_EVERY_MS = 1_000;
const PROBE_TIMEOUT_MS = 900;

/**
 * Sends requests to processes in turn, as a load balancer that probes readiness each second does, and tries none again: what fails
 * there has failed.
 */
export class LoadBalancer {
  readonly failures: string[] = [];
  readonly times: number[] = [];
  /** The highest block that was served. */
  block = -1;
  /** The longest time between two responses of which the second had a higher block, in milliseconds. */
  longestGap = 0;
  private seenAt = performance.now();
  private turn = 0;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly ready: Set<string>;
  private isStopped = false;

  constructor(private readonly origins: readonly string[]) {
    this.ready = new Set(origins);
    for (const origin of origins) void this.probe(origin);
  }

  isReady(origin: string): boolean {
    return this.ready.has(origin);
  }

  /** Counts a request, and what became of it. */
  async send(path: string): Promise<void> {
    const open = this.origins.filter((origin) => this.ready.has(origin));
    this.turn += 1;
    const origin = open[this.turn % open.length];
    if (origin === undefined) {
      this.failures.push('no process is ready');
      return;
    }
    try {
      this.note(await ask(this.agent, origin + path));
    } catch (error) {
      this.failures.push(error instanceof Error ? error.message : String(error));
    }
  }

  tell(): string {
    const sent = this.times.length + this.failures.length;
    const kinds = this.failures.length === 0 ? '' : ` (${[...new Set(this.failures)].join(', ')})`;
    return `${this.failures.length} of ${sent} requests failed${kinds}, p99 ${quantile(this.times, 0.99).toFixed(0)} ms, longest ${quantile(this.times, 1).toFixed(0)} ms`;
  }

  stop(): void {
    this.isStopped = true;
    this.agent.destroy();
  }

  private note({ status, block, milliseconds }: Received): void {
    if (status === 200) this.times.push(milliseconds);
    else this.failures.push(`status ${status}`);
    if (block <= this.block) return;
    const now = performance.now();
    if (this.block >= 0) this.longestGap = Math.max(this.longestGap, now - this.seenAt);
    this.block = block;
    this.seenAt = now;
  }

  private async probe(origin: string): Promise<void> {
    while (!this.isStopped) {
      await sleep(PROBE_EVERY_MS);
      const isReady = await fetch(`${origin}/health/ready`, {
        signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
      }).then(
        async (response) => {
          await response.body?.cancel();
          return response.ok;
        },
        () => false,
      );
      if (isReady) this.ready.add(origin);
      else this.ready.delete(origin);
    }
  }
}
