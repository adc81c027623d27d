import { firstUnfinal, type Statement } from '@slipway/database';

export interface Figures {
  readonly finality: 'pending' | 'final';
  readonly active: number;
  readonly paused: number;
  /** Deliveries of active ones. */
  readonly waiting: number;
  /** The longest that an active one has had something due and nothing was tried, in seconds: less than one sending takes when all is well. */
  readonly overdue: number;
  /** The most blocks that an active one was not told of and could be. */
  readonly behind: number;
}

/** Of the subscriptions by their finality. $1 how far a reorganisation may reach. What waited for another attempt is not overdue. */
export const FIGURES: Statement<[finalityBlocks: number], Figures> = {
  name: 'webhook-figures',
  text: `
    SELECT f.finality, count(s.id) FILTER (WHERE s.paused_at IS NULL)::int AS active, count(s.paused_at)::int AS paused,
      coalesce(sum(s.sequence - first.sequence + 1) FILTER (WHERE s.paused_at IS NULL), 0)::int AS waiting,
      coalesce(extract(epoch FROM max(now() - greatest(first.next_attempt_at, previous.delivered_at)) FILTER (WHERE s.paused_at IS NULL)), 0)
        ::float8 AS overdue,
      coalesce(max(bound.block - s.planned_block) FILTER (WHERE s.paused_at IS NULL AND first.sequence IS NULL), 0)::int AS behind
    FROM (VALUES ('pending'), ('final')) f (finality) CROSS JOIN head h LEFT JOIN webhook_subscriptions s ON s.finality = f.finality
      CROSS JOIN LATERAL (SELECT CASE f.finality WHEN 'final' THEN ${firstUnfinal('$1')} - 1 ELSE h.block_number END AS block) bound
      LEFT JOIN LATERAL (
        SELECT d.sequence, d.next_attempt_at FROM webhook_deliveries d
        WHERE d.subscription_id = s.id AND d.delivered_at IS NULL ORDER BY d.sequence LIMIT 1
      ) first ON true
      LEFT JOIN webhook_deliveries previous ON previous.subscription_id = s.id AND previous.sequence = first.sequence - 1
    GROUP BY f.finality`,
};
