import { Redis } from 'ioredis';

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
