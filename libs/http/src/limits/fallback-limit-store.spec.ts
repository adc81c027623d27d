import { FallbackLimitStore } from './fallback-limit-store.js';
import { toLimitRecord, type LimitRecord } from './limit-store.js';
import { MemoryLimitStore } from './memory-limit-store.js';

class SharedStore {
  isUp = true;
  asked = 0;
  hits = 0;

  async increment(_key: string, ttl: number, limit: number): Promise<LimitRecord> {
    this.asked += 1;
    await Promise.resolve();
    if (!this.isUp) throw new Error('Command timed out');
    this.hits += 1;
    return toLimitRecord(this.hits, ttl, limit);
  }
}

describe('FallbackLimitStore', () => {
  let now: number;
  let shared: SharedStore;
  let changes: boolean[];
  let store: FallbackLimitStore;

  beforeEach(() => {
    now = 0;
    shared = new SharedStore();
    changes = [];
    store = new FallbackLimitStore(shared, new MemoryLimitStore(() => now), {
      coolDownMs: 1_000,
      onChange: (isShared) => changes.push(isShared),
      now: () => now,
    });
  });

  const hit = async (): Promise<number> => (await store.increment('a', 60_000, 100, 0, 'read')).totalHits;

  it('counts in the shared store while that responds', async () => {
    expect([await hit(), await hit()]).toEqual([1, 2]);
    expect([shared.asked, changes]).toEqual([2, []]);
  });

  it('goes on from the shared count, without asking again, when that fails', async () => {
    await hit();
    await hit();
    shared.isUp = false;
    expect([await hit(), await hit(), await hit()]).toEqual([3, 4, 5]);
    expect([shared.asked, changes]).toEqual([3, [false]]);
  });

  it('lets one request at a time find out whether it is back', async () => {
    shared.isUp = false;
    await hit();
    now = 1_001;
    await Promise.all([hit(), hit(), hit()]);
    expect(shared.asked).toBe(2);
    now = 2_002;
    shared.isUp = true;
    await hit();
    await hit();
    expect([shared.asked, changes]).toEqual([4, [false, true]]);
  });
});
