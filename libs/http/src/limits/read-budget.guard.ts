import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { setHeaders } from '../message/headers.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * Counts the requests of a route that is no operation, but reads what operations read. They draw on the client's budget for
 * those.
 */
@Injectable()
export class ReadBudgetGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<IncomingMessage>();
    const { headers, refusal } = await this.limiter.count(request, this.limiter.limitOf('read'));
    setHeaders(http.getResponse<ServerResponse>(), headers);
    if (refusal !== null) throw refusal;
    return true;
  }
}
