import { toLimitRecord, type LimitRecord, type LimitStore } from './limit-store.js';

interface Window {
  hits: number;
  readonly endsAt: number;
}

/** Bounds the store to some 40 MB; beyond it the oldest windows are forgotten first. */
const MAX_WINDOWS = 200_000;

/** Counters of this process. Never waits. */
export class MemoryLimitStore implements LimitStore {
  private readonly windows = new Map<string, Window>();

  /** @param now a clock that never goes back, in whole milliseconds: fractions would not subtract exactly */
  constructor(
    private readonly now: () => number = () => Math.trunc(performance.now()),
    private readonly maxWindows = MAX_WINDOWS,
  ) {}

  get size(): number {
    return this.windows.size;
  }

  increment(key: string, ttl: number, limit: number): LimitRecord {
    const now = this.now();
    let window = this.windows.get(key);
    if (window === undefined || window.endsAt <= now) {
      window = { hits: 0, endsAt: now + ttl };
      this.open(key, window, now);
    }
    window.hits += 1;
    return toLimitRecord(window.hits, window.endsAt - now, limit);
  }

  /** Takes over what another store has counted, so that this one can go on from there. */
  adopt(key: string, { totalHits, timeToExpire }: LimitRecord): void {
    const now = this.now();
    const window = this.windows.get(key);
    if (window !== undefined && window.endsAt > now) window.hits = Math.max(window.hits, totalHits);
    else this.open(key, { hits: totalHits, endsAt: now + timeToExpire * 1_000 }, now);
  }

  /** Windows are put last when they begin, and all are of one length: those that are over come first. */
  private open(key: string, window: Window, now: number): void {
    this.windows.delete(key);
    this.windows.set(key, window);
    for (const [oldest, { endsAt }] of this.windows) {
      if (endsAt > now && this.windows.size <= this.maxWindows) break;
      this.windows.delete(oldest);
    }
  }
}
