import type { IncomingMessage } from 'node:http';
import type { Address } from '@slipway/domain';

/** Whose budget a request draws on. The app binds it to whatever checks tokens. */
export abstract class RateLimitIdentity {
  /** The wallet of a valid token; null without one. Never waits, never fails: it only chooses a budget. */
  abstract walletOf(request: IncomingMessage): Address | null;
}
