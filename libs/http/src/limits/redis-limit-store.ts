import type { Redis } from 'ioredis';
import { toLimitRecord, type LimitRecord, type LimitStore } from './limit-store.js';

const PREFIX = 'slipway:limit:';

/** One step for Redis, so that no two instances count the same hit and no key is left without an end. */
const COUNT = `
local hits = redis.call('INCR', KEYS[1])
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  remaining = tonumber(ARGV[1])
end
return {hits, remaining}`;

/** Counters that all instances share. Rejects when Redis does not answer in time. */
export class RedisLimitStore implements LimitStore {
  constructor(private readonly redis: Redis) {}

  async increment(key: string, ttl: number, limit: number): Promise<LimitRecord> {
    const answer = await this.redis.eval(COUNT, 1, PREFIX + key, ttl);
    if (!isCount(answer)) throw new TypeError('Redis answered something else than a count');
    const [hits, remainingMs] = answer;
    return toLimitRecord(hits, remainingMs, limit);
  }
}

function isCount(answer: unknown): answer is [hits: number, remainingMs: number] {
  return Array.isArray(answer) && answer.length === 2 && answer.every((part) => typeof part === 'number');
}
