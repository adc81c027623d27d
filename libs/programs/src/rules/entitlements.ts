import type { Address } from '#values';
import type { ProgramDay } from './program-days.js';

/** What a rule makes of the ended days of a program. */
export interface Entitlements {
  /** Cumulative and above zero, in wei. */
  readonly amounts: ReadonlyMap<Address, bigint>;
  /** What the days spend at most. */
  readonly emitted: bigint;
  /** What of it is nobody's: fractions of a wei, and days on which nobody earned. It stays in the distributor. */
  readonly remainder: bigint;
}

/** Sums what accounts earn day by day. */
export class EntitlementSum {
  private readonly amounts = new Map<Address, bigint>();
  private emitted = 0n;
  private shared = 0n;

  /** Shares a day's emission in proportion to weights, each share rounded down. */
  share({ emission }: ProgramDay, weights: ReadonlyMap<Address, bigint>): void {
    this.emitted += emission;
    let total = 0n;
    for (const weight of weights.values()) total += weight;
    if (total === 0n) return;
    for (const [account, weight] of weights) {
      const amount = (emission * weight) / total;
      if (amount === 0n) continue;
      this.amounts.set(account, (this.amounts.get(account) ?? 0n) + amount);
      this.shared += amount;
    }
  }

  total(): Entitlements {
    return { amounts: this.amounts, emitted: this.emitted, remainder: this.emitted - this.shared };
  }
}
