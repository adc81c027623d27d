import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { RateLimitIdentity } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { Callers } from './callers.js';

/** Tells the limits whose budget a request draws on. */
@Injectable()
export class TokenWallets extends RateLimitIdentity {
  constructor(private readonly callers: Callers) {
    super();
  }

  walletOf(request: IncomingMessage): Address | null {
    return this.callers.findSigned(request)?.wallet ?? null;
  }
}
