import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Address } from '#values';

/** Whose budget a request draws on. The app binds it to whatever checks tokens. */
export abstract class RateLimitIdentity {
  /** The wallet of a valid token; null without one. Never waits, never fails: it only chooses a budget. */
  abstract walletOf(request: IncomingMessage): Address | null;
}

/** For apps without tokens: everybody is their network. */
@Injectable()
export class NoTokens extends RateLimitIdentity {
  walletOf(): null {
    return null;
  }
}
