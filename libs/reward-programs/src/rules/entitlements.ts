import type { Address } from '@slipway/domain';
import { sumOf, type ProgramDay } from './program-days.js';

/** What a rule makes of the ended days of a program. */
export interface Entitlements {
  /** Cumulative and above zero, in wei. */
  readonly amounts: ReadonlyMap<Address, bigint>;
  /** What the days spend at most. Fractions of a wei, and days on which no account earned, stay in the distributor. */
  readonly emitted: bigint;
}

/** Shares each day's emission in proportion to the day's weights, each share rounded down. */
export function shareDays(
  days: readonly ProgramDay[],
  weigh: (day: ProgramDay, position: number) => ReadonlyMap<Address, bigint>,
): Entitlements {
  const amounts = new Map<Address, bigint>();
  for (const [position, day] of days.entries()) {
    const weights = weigh(day, position);
    let total = 0n;
    for (const weight of weights.values()) total += weight;
    for (const [account, weight] of weights) {
      const amount = total === 0n ? 0n : (day.emission * weight) / total;
      if (amount > 0n) amounts.set(account, (amounts.get(account) ?? 0n) + amount);
    }
  }
  return { amounts, emitted: sumOf(days) };
}
