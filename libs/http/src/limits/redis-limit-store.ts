import { Redis } from 'ioredis';
import { toLimitRecord, type LimitRecord, type LimitStore } from './limit-store.js';

const PREFIX = 'slipway:limit:';

/** One step for Redis: no two instances count the same hit, and no key is left without an end. */
const COUNT = `
local hits = redis.call('INCR', KEYS[1])
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  remaining = tonumber(ARGV[1])
end
return {hits, remaining}`;

/** Counters that all instances share. Rejects when Redis does not reply in time. */
export class RedisLimitStore implements LimitStore {
  constructor(private readonly redis: Redis) {}

  async increment(key: string, ttl: number, limit: number): Promise<LimitRecord> {
    const reply = await this.redis.eval(COUNT, 1, PREFIX + key, ttl);
    if (!isCount(reply)) throw new TypeError('Redis replied something else than a count');
    const [hits, remainingMs] = reply;
    return toLimitRecord(hits, remainingMs, limit);
  }
}

function isCount(reply: unknown): reply is [hits: number, remainingMs: number] {
  return Array.isArray(reply) && reply.length === 2 && reply.every((part) => typeof part === 'number');
}

/** A count that takes longer is made without Redis. */
const COMMAND_TIMEOUT_MS = 100;
const CONNECT_TIMEOUT_MS = 1_000;
const MAX_RECONNECT_DELAY_MS = 1_000;

/**
 * A client that would rather fail than wait: nothing is queued while there is no connection, and nothing is asked
 * twice. It reconnects by itself for as long as it is not told to stop.
 *
 * @returns once connected, or once that took too long
 */
export async function connectRedis(url: string, onError: (error: unknown) => void): Promise<Redis> {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  });
  // Without a listener ioredis prints to the console.
  redis.on('error', onError);
  const connected = redis.connect().catch(onError);
  const timer = new Promise<void>((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS).unref());
  await Promise.race([connected, timer]);
  return redis;
}
