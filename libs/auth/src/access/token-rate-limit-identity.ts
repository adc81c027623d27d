import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RateLimitIdentity } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { TokenAuthenticator } from './token-authenticator.js';

/** Tells the limits whose budget a request draws on. */
@Injectable()
export class TokenRateLimitIdentity extends RateLimitIdentity {
  constructor(private readonly authenticator: TokenAuthenticator) {
    super();
  }

  walletOf(request: IncomingMessage): Address | null {
    return this.authenticator.verifySignature(request)?.wallet ?? null;
  }
}
