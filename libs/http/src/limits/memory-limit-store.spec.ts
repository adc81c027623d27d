import { jest } from '@jest/globals';

import { describeLimitStore } from '../../../../test/support/limit-store-suite.js';
import { MemoryLimitStore } from './memory-limit-store.js';

const shared = new MemoryLimitStore();
describeLimitStore('MemoryLimitStore', () => shared);

describe('MemoryLimitStore', () => {
  it('returns without a promise', () => {
    expect(new MemoryLimitStore().increment('a', 1_000, 1)).not.toBeInstanceOf(Promise);
  });

  it('gives a fresh window its whole length, whatever fraction of a millisecond the clock shows', () => {
    const clock = jest.spyOn(performance, 'now');
    const store = new MemoryLimitStore();
    for (let tenth = 0; tenth < 1_000; tenth++) {
      clock.mockReturnValueOnce(16_000 + tenth / 10);
      expect(store.increment(`client ${tenth}`, 60_000, 1).timeToExpire).toBe(60);
    }
    clock.mockRestore();
  });

  it('forgets windows that are over', () => {
    let now = 0;
    const store = new MemoryLimitStore(() => now);
    for (let client = 0; client < 1_000; client++) store.increment(`old ${client}`, 1_000, 1);
    now = 1_001;
    store.increment('new', 1_000, 1);
    expect(store.size).toBe(1);
  });

  it('is bounded: the oldest windows go first', () => {
    const store = new MemoryLimitStore(() => 0, 3);
    for (const key of ['a', 'b', 'c', 'd']) store.increment(key, 1_000, 1);
    expect(store.size).toBe(3);
    expect(store.increment('b', 1_000, 1).totalHits).toBe(2);
    expect(store.increment('a', 1_000, 1).totalHits).toBe(1);
  });

  it('goes on from what another store has counted, and never back', () => {
    const store = new MemoryLimitStore(() => 0);
    store.adopt('a', { totalHits: 7, timeToExpire: 30, isBlocked: false, timeToBlockExpire: 0 });
    expect(store.increment('a', 60_000, 10)).toMatchObject({ totalHits: 8, timeToExpire: 30 });
    store.adopt('a', { totalHits: 2, timeToExpire: 60, isBlocked: false, timeToBlockExpire: 0 });
    expect(store.increment('a', 60_000, 10).totalHits).toBe(9);
  });
});
