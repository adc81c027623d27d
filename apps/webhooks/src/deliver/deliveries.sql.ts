import type { Statement } from '@slipway/database';

/** The first delivery that waits for subscription s. */
const FIRST = `(
  SELECT * FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.delivered_at IS NULL ORDER BY d.sequence LIMIT 1)`;

/** Subscriptions whose next delivery is due. */
export const DUE = {
  name: 'webhook-deliverable',
  text: `
    SELECT s.id FROM webhook_subscriptions s CROSS JOIN LATERAL ${FIRST} first
    WHERE s.paused_reason IS NULL AND first.next_attempt_at <= now() ORDER BY first.next_attempt_at`,
};

export interface NextDelivery {
  /** Of its subscription. */
  readonly id: string;
  readonly sequence: string;
  readonly message: string;
  readonly type: string;
  readonly isReplay: boolean;
  readonly content: string;
  readonly beginning: string;
  readonly places: readonly number[];
  readonly attempts: number;
  readonly url: string;
  readonly secret: Uint8Array;
  readonly previousSecret: Uint8Array | null;
}

/** What is due first for some subscriptions, after a delivery. */
const nextAfter = (sequence: string, ids: string): string => `
    SELECT s.id, first.sequence, first.message_id AS message, first.type, first.is_replay AS "isReplay", first.content_id AS content, first.beginning,
      first.places, first.attempts, s.url, s.secret_sealed AS secret,
      CASE WHEN s.previous_until > now() THEN s.previous_secret_sealed END AS "previousSecret"
    FROM webhook_subscriptions s CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries d WHERE d.subscription_id = s.id AND d.delivered_at IS NULL AND d.sequence > ${sequence}
      ORDER BY d.sequence LIMIT 1
    ) first
    WHERE s.id = ANY (${ids}) AND s.paused_reason IS NULL AND first.next_attempt_at <= now()`;

/** Of subscriptions $1. */
export const NEXT: Statement<[ids: readonly string[]], NextDelivery> = {
  name: 'webhook-next',
  text: nextAfter('0', '$1::uuid[]'),
};

export interface Content {
  readonly time: Date;
  readonly texts: readonly string[];
}

export const CONTENT: Statement<[id: string], Content> = {
  name: 'webhook-content',
  text: 'SELECT time, texts FROM webhook_contents WHERE id = $1::uuid',
};

type Attempt = [
  id: string,
  sequence: string,
  status: number | null,
  error: string | null,
  answer: string | null,
  ms: number,
];

const ATTEMPTED = `attempts = attempts + 1, last_attempt_at = now(), last_status = $3::int, last_error = $4::text,
  last_answer = $5::text, last_ms = $6::int`;

const OF_ONE = 'subscription_id = $1::uuid AND sequence = $2::bigint AND delivered_at IS NULL';

/** With what is due next. */
export const DELIVERED: Statement<Attempt, NextDelivery> = {
  name: 'webhook-delivered',
  text: `
    WITH delivered AS (UPDATE webhook_deliveries SET ${ATTEMPTED}, delivered_at = now(), content_id = NULL, beginning = NULL, places = NULL WHERE ${OF_ONE})
    ${nextAfter('$2::bigint', 'ARRAY[$1::uuid]')}`,
};

/** $7 milliseconds until the next attempt. */
export const FAILED: Statement<[...Attempt, delayMs: number], unknown> = {
  name: 'webhook-failed',
  text: `
    UPDATE webhook_deliveries SET ${ATTEMPTED}, next_attempt_at = now() + $7::int * interval '1 millisecond' WHERE ${OF_ONE}`,
};

/** The last attempt: $7 says why nothing is sent any more. */
export const GIVEN_UP: Statement<[...Attempt, reason: string], unknown> = {
  name: 'webhook-given-up',
  text: `
    WITH attempted AS (UPDATE webhook_deliveries SET ${ATTEMPTED} WHERE ${OF_ONE} RETURNING subscription_id)
    UPDATE webhook_subscriptions s SET paused_reason = $7::text, paused_at = now() FROM attempted
    WHERE s.id = attempted.subscription_id AND s.paused_reason IS NULL`,
};
