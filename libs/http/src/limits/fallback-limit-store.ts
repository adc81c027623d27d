import type { LimitRecord, LimitStore } from './limit-store.js';
import { type MemoryLimitStore } from './memory-limit-store.js';

type Hit = readonly [key: string, ttl: number, limit: number, blockDuration: number, name: string];

interface FallbackOptions {
  /** How long after a failure requests do not wait for the shared store. */
  readonly coolDownMs: number;
  /** Told when the shared store stops responding, and when it responds again. */
  readonly onChange: (isShared: boolean, error?: unknown) => void;
  readonly now?: () => number;
}

/**
 * Counts in a store that instances share, and in this process while that store does not respond.
 *
 * After a failure one request in every `coolDownMs` tries the shared store and all others do not wait for it. What
 * it returned is remembered here, so that its end gives no client a fresh budget.
 */
export class FallbackLimitStore implements LimitStore {
  private coolDownUntil = Number.NEGATIVE_INFINITY;
  private isShared = true;
  private readonly now: () => number;

  constructor(
    private readonly shared: LimitStore,
    private readonly own: MemoryLimitStore,
    private readonly options: FallbackOptions,
  ) {
    this.now = options.now ?? ((): number => performance.now());
  }

  increment(...hit: Hit): LimitRecord | Promise<LimitRecord> {
    const now = this.now();
    if (now < this.coolDownUntil) return this.countAlone(hit);
    // Those who come while this one tries need not try too.
    if (!this.isShared) this.coolDownUntil = now + this.options.coolDownMs;
    return this.tryShared(hit);
  }

  private async tryShared(hit: Hit): Promise<LimitRecord> {
    try {
      const record = await this.shared.increment(...hit);
      this.own.adopt(hit[0], record);
      this.change(true);
      return record;
    } catch (error) {
      this.change(false, error);
      return this.countAlone(hit);
    }
  }

  private countAlone([key, ttl, limit]: Hit): LimitRecord {
    return this.own.increment(key, ttl, limit);
  }

  private change(isShared: boolean, error?: unknown): void {
    this.coolDownUntil = isShared ? Number.NEGATIVE_INFINITY : this.now() + this.options.coolDownMs;
    if (isShared === this.isShared) return;
    this.isShared = isShared;
    this.options.onChange(isShared, error);
  }
}
