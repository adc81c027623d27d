import type { INestApplication } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LimitStores } from '../../../libs/http/src/limits/limit-stores.js';
import { until } from '../until.js';

interface Api {
  readonly app: INestApplication;
}

/** Has no window end of what an API counts in its memory, however long a busy machine takes for what a test asks within one. */
export function stopWindows({ app }: Api): void {
  const now = Math.trunc(performance.now());
  Object.assign(app.get(LimitStores).store, { now: () => now });
}

/** Has an API count in Redis alone: after 100 ms, which a busy machine may take for a count, it would go on in its memory. */
export async function countInRedisAlone({ app }: Api): Promise<void> {
  const redis = Reflect.get(app.get(LimitStores), 'redis') as Redis;
  redis.options.commandTimeout = 60_000;
  await until('Redis is connected', () => redis.status === 'ready');
}
