import type { Statement } from '@slipway/database';

/** The reason of a pause that its builder cannot end. */
export const PAUSED_BY_OPERATOR = 'Paused by an operator.';

/** Sends nothing from now on; the reason that a paused one has stays. */
export const PAUSE_WEBHOOK: Statement<[id: string, reason: string], object> = {
  text: `UPDATE webhook_subscriptions SET paused_reason = $2, paused_at = now() WHERE id = $1::uuid AND paused_at IS NULL`,
};

/** Sends what waits at once, and tries each ten times again. */
export const RESUME_WEBHOOK: Statement<[id: string], object> = {
  text: `WITH resumed AS (
      UPDATE webhook_subscriptions SET paused_reason = NULL, paused_at = NULL WHERE id = $1::uuid RETURNING id
    )
    UPDATE webhook_deliveries SET attempts = 0, next_attempt_at = now()
    FROM resumed WHERE subscription_id = resumed.id AND delivered_at IS NULL`,
};
