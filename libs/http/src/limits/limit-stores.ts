import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Redis } from 'ioredis';
import { FallbackLimitStore } from './fallback-limit-store.js';
import type { LimitStore } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';
import { connectRedis, RedisLimitStore } from './redis-limit-store.js';

const COOL_DOWN_MS = 1_000;

/** Where this process counts: in Redis if there is one, else in its memory. */
export class LimitStores implements OnApplicationShutdown {
  private constructor(
    readonly store: LimitStore,
    private readonly redis: Redis | null,
  ) {}

  static async open(redisUrl: string | null): Promise<LimitStores> {
    const own = new MemoryLimitStore();
    if (redisUrl === null) return new LimitStores(own, null);
    const logger = new Logger('Limits');
    const redis = await connectRedis(redisUrl, (error) => {
      logger.debug(`Redis: ${messageOf(error)}`);
    });
    const store = new FallbackLimitStore(new RedisLimitStore(redis), own, {
      coolDownMs: COOL_DOWN_MS,
      onChange: (isShared, error) => {
        if (isShared) logger.log('Redis responds again: counts are shared');
        else logger.warn(`Redis does not respond, each instance counts for itself: ${messageOf(error)}`);
      },
    });
    return new LimitStores(store, redis);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
