import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import type { Metrics } from '@slipway/metrics';
import type { SendResult } from '@slipway/webhooks';
import type { Figures } from './figures.sql.js';

/** The figures of a worker, in Prometheus' format: what it sent, and how all subscriptions stand. */
export class WorkerMetrics implements Metrics {
  private readonly registry = new Registry();
  private readonly attempts = new Counter({
    name: 'slipway_webhook_attempts_total',
    help: 'Requests to receivers, by result: delivered, or why it failed',
    labelNames: ['result'],
    registers: [this.registry],
  });
  private readonly subscriptions = this.gauge('subscriptions', 'Subscriptions', 'status');
  private readonly waiting = this.gauge('waiting', 'Deliveries that wait, of active subscriptions');
  private readonly overdue = this.gauge(
    'overdue_seconds',
    'The longest that something was due and nothing was tried',
  );
  private readonly behind = this.gauge(
    'blocks_behind',
    'The most blocks that a subscription was not told of',
  );

  /** @param read how all subscriptions stand, by finality */
  constructor(private readonly read: () => Promise<readonly Figures[]>) {}

  /** Adds the figures of Node.js itself. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  observe({ failure }: SendResult): void {
    this.attempts.inc({ result: failure ?? 'delivered' });
  }

  /** Without the database there are no figures of the subscriptions, which is how an alarm sees it too. */
  async render(): Promise<string> {
    const all = await this.read().catch(() => []);
    for (const gauge of [this.subscriptions, this.waiting, this.overdue, this.behind]) gauge.reset();
    for (const { finality, active, paused, waiting, overdue, behind } of all) {
      this.subscriptions.set({ finality, status: 'active' }, active);
      this.subscriptions.set({ finality, status: 'paused' }, paused);
      this.waiting.set({ finality }, waiting);
      this.overdue.set({ finality }, Math.max(0, overdue));
      this.behind.set({ finality }, Math.max(0, behind));
    }
    return this.registry.metrics();
  }

  private gauge(name: string, help: string, ...labels: readonly string[]): Gauge {
    return new Gauge({
      ...{ name: `slipway_webhook_${name}`, help, registers: [this.registry] },
      labelNames: ['finality', ...labels],
    });
  }
}
