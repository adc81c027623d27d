import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LimitRecord, LimitStore } from '../../libs/http/src/limits/limit-store.js';

const TTL_MS = 60_000;

/** What holds for every store of counts, in real time, however slow the machine is. */
export function describeLimitStore(name: string, open: () => LimitStore): void {
  describe(`${name}, as a store of counts`, () => {
    const hit = async (key: string, limit = 3, ttl = TTL_MS): Promise<LimitRecord> =>
      open().increment(key, ttl, limit, 0, 'read');

    it('counts from one and refuses what is over the limit', async () => {
      const key = randomUUID();
      const records = [await hit(key), await hit(key), await hit(key), await hit(key), await hit(key)];
      expect(records.map(({ totalHits }) => totalHits)).toEqual([1, 2, 3, 4, 5]);
      expect(records.map(({ isBlocked }) => isBlocked)).toEqual([false, false, false, true, true]);
    });

    it('says in whole seconds, never 0, when all is as before', async () => {
      const key = randomUUID();
      const began = performance.now();
      const [first, second] = [await hit(key, 1), await hit(key, 1)];
      const passed = Math.ceil((performance.now() - began) / 1_000);
      const left = Array.from({ length: passed + 1 }, (_, i) => 60 - i);
      expect(left).toContain(first.timeToExpire);
      expect(first.timeToBlockExpire).toBe(0);
      expect(left).toContain(second.timeToExpire);
      expect(second.timeToBlockExpire).toBe(second.timeToExpire);
      expect(await hit(randomUUID(), 1, 10)).toMatchObject({ timeToExpire: 1 });
    });

    it('keeps keys apart', async () => {
      const [one, other] = [randomUUID(), randomUUID()];
      await hit(one);
      await hit(one);
      expect((await hit(other)).totalHits).toBe(1);
    });

    it('begins anew when the window is over, which later hits do not put off', async () => {
      const key = randomUUID();
      const began = performance.now();
      await hit(key, 1, 400);
      let record: LimitRecord;
      do {
        await sleep(10);
        record = await hit(key, 1, 400);
        expect(record.isBlocked).toBe(record.totalHits > 1);
      } while (record.totalHits > 1);
      expect(performance.now() - began).toBeGreaterThan(398);
    });

    it('loses no hit of 500 at once', async () => {
      const key = randomUUID();
      const records = await Promise.all(Array.from({ length: 500 }, () => hit(key, 100)));
      expect(Math.max(...records.map(({ totalHits }) => totalHits))).toBe(500);
      expect(records.filter(({ isBlocked }) => !isBlocked)).toHaveLength(100);
    });
  });
}
