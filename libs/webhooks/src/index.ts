export { LOCK_SUBSCRIPTIONS } from './lock-subscriptions.js';
export { PAUSE_WEBHOOK, PAUSED_BY_OPERATOR, RESUME_WEBHOOK } from './pausing.js';
export { checkReceiverUrl, type ReceiverPlaces } from './send/receiver-url.js';
export { SecretSealer } from './send/secret-sealer.js';
export { newSecret } from './send/signature.js';
export { WebhookSender, type SendFailure, type SendResult } from './send/webhook-sender.js';
