import type { IncomingMessage } from 'node:http';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  ThrottlerStorage,
  type ThrottlerModuleOptions,
  type ThrottlerRequest,
} from '@nestjs/throttler';
import type { Response } from 'express';
import { setHeaders } from '../message/headers.js';
import { KnownToCache, findOperation } from '../operation/operation-metadata.js';
import { hasOwnThrottle } from '../operation/nest-metadata.js';
import { RateLimiter } from './rate-limiter.js';

/**
 * Nest's throttler for the budgets of this interface. Routes of one class share a counter a client; a route with
 * `@Throttle({ default: .. })` has a counter of its own, and `@SkipThrottle()` counts nothing. Routes that are no
 * operation are not limited.
 */
@Injectable()
@KnownToCache()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {
    super(options, storage, reflector);
  }

  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    return Promise.resolve(findOperation(context.getHandler()) === undefined);
  }

  /** The wallet of a valid token, else the network. */
  protected override getTracker(request: Record<string, unknown>): Promise<string> {
    return Promise.resolve(this.limiter.trackerOf(request as unknown as IncomingMessage));
  }

  protected override generateKey(context: ExecutionContext, tracker: string): string {
    return `${scopeOf(context)}:${tracker}`;
  }

  protected override async handleRequest(call: ThrottlerRequest): Promise<boolean> {
    const { context, limit, ttl, throttler, getTracker, generateKey } = call;
    const request = context.switchToHttp().getRequest<IncomingMessage & Record<string, unknown>>();
    const key = generateKey(context, await getTracker(request, context), throttler.name ?? 'default');
    const operation = findOperation(context.getHandler());
    const rateLimit = { name: operation?.limit ?? 'read', limit, windowMs: ttl, scope: scopeOf(context) };
    const hits = operation?.cost(request) ?? 1;
    const { headers, refusal } = await this.limiter.count(request, rateLimit, { key, hits });
    setHeaders(context.switchToHttp().getResponse<Response>(), headers);
    if (refusal !== null) throw refusal;
    return true;
  }
}

/** What shares a counter: all routes of a class, or one route with a limit of its own. */
function scopeOf(context: ExecutionContext): string {
  const [handler, controller] = [context.getHandler(), context.getClass()];
  const operation = findOperation(handler);
  if (operation === undefined || hasOwnThrottle(handler, controller))
    return `${controller.name}.${handler.name}`;
  return operation.limit;
}
