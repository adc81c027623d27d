import type { Statement } from '@slipway/database';

/** For whoever adds subscriptions or takes the right to them away: two at once would miss each other's rows. */
export const LOCK_SUBSCRIPTIONS: Statement<[], object> = {
  text: `SELECT pg_advisory_xact_lock(hashtext('webhook_subscriptions'))`,
};
