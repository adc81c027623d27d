import type { ThrottlerStorage } from '@nestjs/throttler';

/** What a counter says after a hit; seconds, rounded up. */
export type LimitRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/**
 * Counts hits in windows of `ttl` milliseconds that begin with a key's first hit. Any `ThrottlerStorage` of
 * @nestjs/throttler is one; ours may also return at once, so that a cached response need not wait for a promise.
 */
export interface LimitStore {
  increment(...parameters: Parameters<ThrottlerStorage['increment']>): LimitRecord | Promise<LimitRecord>;
}

export function toLimitRecord(totalHits: number, remainingMs: number, limit: number): LimitRecord {
  const timeToExpire = Math.max(1, Math.ceil(remainingMs / 1_000));
  const isBlocked = totalHits > limit;
  return { totalHits, timeToExpire, isBlocked, timeToBlockExpire: isBlocked ? timeToExpire : 0 };
}
