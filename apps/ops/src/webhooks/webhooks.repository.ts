import type { PrismaService, Statement } from '@slipway/database';
import { PAUSE_WEBHOOK, PAUSED_BY_OPERATOR, RESUME_WEBHOOK } from '@slipway/webhooks';

/** A subscription as operators see it. */
export interface ListedWebhook {
  readonly id: string;
  readonly builder: string;
  readonly url: string;
  readonly finality: string;
  readonly paused_reason: string | null;
  readonly planned_block: number;
  /** Deliveries that wait, and since when the oldest does. */
  readonly waiting: number;
  readonly waiting_since: Date | null;
}

const LIST: Statement<[], ListedWebhook> = {
  text: `SELECT s.id, s.builder, s.url, s.finality, s.paused_reason, s.planned_block, w.waiting, w.waiting_since
    FROM webhook_subscriptions s
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS waiting, min(created_at) AS waiting_since
        FROM webhook_deliveries WHERE subscription_id = s.id AND delivered_at IS NULL
      ) w
    ORDER BY s.builder, s.created_at, s.id`,
};

/** The subscriptions of all builders. */
export class WebhooksRepository {
  constructor(private readonly prisma: PrismaService) {}

  list(): Promise<ListedWebhook[]> {
    return this.prisma.$runAtPrimary(LIST);
  }

  async has(id: string): Promise<boolean> {
    return (await this.prisma.client.webhookSubscription.count({ where: { id } })) > 0;
  }

  async pause(id: string): Promise<void> {
    await this.prisma.$runAtPrimary(PAUSE_WEBHOOK, id, PAUSED_BY_OPERATOR);
  }

  async resume(id: string): Promise<void> {
    await this.prisma.$runAtPrimary(RESUME_WEBHOOK, id);
  }

  async remove(id: string): Promise<void> {
    await this.prisma.client.webhookSubscription.deleteMany({ where: { id } });
  }
}
