import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describeLimitStore } from '../../../../test/support/limit-store-suite.js';
import { describeWith } from '../../../../test/support/describe-with.js';
import { RedisServer } from '../../../../test/support/redis.js';
import { RedisLimitStore } from './redis-limit-store.js';

describeWith('redis-server', 'on a real Redis', () => {
  let server: RedisServer;
  let redis: Redis;

  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.url);
  });

  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  describeLimitStore('RedisLimitStore', () => new RedisLimitStore(redis));

  it('gives an end to a key that has none', async () => {
    await redis.set('slipway:limit:endless', 5);
    const record = await new RedisLimitStore(redis).increment('endless', 60_000, 100);
    expect(record).toMatchObject({ totalHits: 6, timeToExpire: 60 });
    expect(await redis.pttl('slipway:limit:endless')).toBeGreaterThan(0);
  });

  it('leaves nothing behind when windows are over', async () => {
    await new RedisLimitStore(redis).increment('short', 50, 100);
    await sleep(100);
    expect(await redis.exists('slipway:limit:short')).toBe(0);
  });
});
