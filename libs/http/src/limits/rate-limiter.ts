import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Settings } from '@slipway/settings';
import { ClientNetworks } from '../clients/client-networks.js';
import { ApiError } from '../errors/api-error.js';
import type { LimitClass } from '../operation/operation-metadata.js';
import type { LimitRecord } from './limit-store.js';
import { LimitStores } from './limit-stores.js';
import { RateLimitIdentity } from './rate-limit-identity.js';

export const WINDOW_SECONDS = 60;

/** All wallets that ask from one network share this many budgets, so that minting wallets lifts nothing. */
const WALLETS_PER_NETWORK = 10;

/** A budget, and what of it is counted apart. */
export interface RateLimit {
  /** The name in the `RateLimit` headers. */
  readonly name: string;
  readonly limit: number;
  readonly windowMs: number;
  /** Requests of one client with the same scope share a counter. */
  readonly scope: string;
}

/** What a count came to. */
export interface RateLimitVerdict {
  /** Flat names and values for the response, whatever it will be. */
  readonly headers: readonly string[];
  /** Null when the request may go on. */
  readonly refusal: ApiError | null;
}

interface Count {
  readonly limit: number;
  readonly record: LimitRecord;
}

/**
 * How often a client may ask: one budget a class and client, shared by all routes of the class. A client is the wallet
 * of a valid token, else its network; a bad token is as good as none. Refused requests count too.
 */
@Injectable()
export class RateLimiter {
  constructor(
    private readonly stores: LimitStores,
    private readonly settings: Settings,
    private readonly networks: ClientNetworks,
    private readonly identity: RateLimitIdentity,
  ) {}

  /** The budget that all routes of a class share. */
  limitOf(name: LimitClass): RateLimit {
    const { rateLimitReadPerMinute, rateLimitHeavyPerMinute } = this.settings;
    const limit = name === 'read' ? rateLimitReadPerMinute : rateLimitHeavyPerMinute;
    return { name, limit, windowMs: WINDOW_SECONDS * 1_000, scope: name };
  }

  /** Who asks, as a counter's key names it. */
  trackerOf(request: IncomingMessage): string {
    const wallet = this.identity.walletOf(request);
    return wallet === null ? `ip:${this.networks.of(request).limited}` : `wallet:${wallet}`;
  }

  /** Counts a request. @returns a promise only when the store must be waited for */
  count(
    request: IncomingMessage,
    limit: RateLimit,
    key = `${limit.scope}:${this.trackerOf(request)}`,
  ): RateLimitVerdict | Promise<RateLimitVerdict> {
    const counts = [this.increment(limit, key, limit.limit)];
    if (this.identity.walletOf(request) !== null) {
      const network = `${limit.scope}:wallets-of:${this.networks.of(request).limited}`;
      counts.push(this.increment(limit, network, limit.limit * WALLETS_PER_NETWORK));
    }
    return checkCounts(limit, counts);
  }

  /** Counts a request that no operation takes by its address alone: nothing of it is worth checking a token for. */
  countAddress(request: IncomingMessage): RateLimitVerdict | Promise<RateLimitVerdict> {
    const limit = this.limitOf('read');
    const key = `${limit.scope}:ip:${this.networks.of(request).limited}`;
    return checkCounts(limit, [this.increment(limit, key, limit.limit)]);
  }

  private increment({ name, windowMs }: RateLimit, key: string, limit: number): Count | Promise<Count> {
    const record = this.stores.store.increment(key, windowMs, limit, 0, name);
    return record instanceof Promise ? record.then((known) => ({ limit, record: known })) : { limit, record };
  }
}

/** Waits only for counts that have to be waited for. */
function checkCounts(
  limit: RateLimit,
  counts: readonly (Count | Promise<Count>)[],
): RateLimitVerdict | Promise<RateLimitVerdict> {
  const known = counts.flatMap((count) => (count instanceof Promise ? [] : [count]));
  if (known.length === counts.length) return toVerdict(limit, known);
  return Promise.all(counts.map(async (count) => await count)).then((all) => toVerdict(limit, all));
}

/** Tells the client about the counter that has least left for it, and refuses when that is less than nothing. */
function toVerdict({ name, limit: quota, windowMs }: RateLimit, counts: readonly Count[]): RateLimitVerdict {
  const { limit, record } = counts.reduce((a, b) => (isTighter(b, a) ? b : a));
  const remaining = Math.min(Math.max(0, limit - record.totalHits), quota);
  const windowSeconds = windowMs / 1_000;
  const headers = [
    'RateLimit-Policy',
    `"${name}";q=${quota};w=${windowSeconds}`,
    'RateLimit',
    `"${name}";r=${remaining};t=${record.timeToExpire}`,
  ];
  if (!record.isBlocked) return { headers, refusal: null };
  const retryAfterSeconds = record.timeToBlockExpire;
  const refusal = new ApiError('rate_limited', {
    headers: { 'Retry-After': String(retryAfterSeconds) },
    details: { limitClass: name, limit: quota, windowSeconds, retryAfterSeconds },
  });
  return { headers, refusal };
}

/** Of two that refuse, the one that does so for longer. */
function isTighter(a: Count, b: Count): boolean {
  if (a.record.isBlocked && b.record.isBlocked)
    return a.record.timeToBlockExpire > b.record.timeToBlockExpire;
  return a.limit - a.record.totalHits < b.limit - b.record.totalHits;
}
