import type { Address } from '@slipway/domain';
import { shareDays, type Entitlements } from './entitlements.js';
import type { ProgramDay } from './program-days.js';

/** A trade, in chain order. */
export interface TradedAmount {
  /** Unix seconds. */
  readonly time: number;
  readonly trader: Address;
  /** Gross, in wei of the platform token. */
  readonly amount: bigint;
}

/**
 * Trading volume: each day is shared among its traders in proportion to what they bought and sold on it, in platform tokens.
 * Trades before the first day and after the last one count for nothing.
 */
export function volumeEntitlements(
  trades: Iterable<TradedAmount>,
  days: readonly ProgramDay[],
  excluded: ReadonlySet<Address>,
): Entitlements {
  const volumes = days.map(() => new Map<Address, bigint>());
  let today = 0;
  for (const { time, trader, amount } of trades) {
    while (today < days.length && time >= (days[today]?.to ?? 0)) today += 1;
    const volume = volumes[today];
    if (volume === undefined) break;
    if (time < (days[today]?.from ?? 0) || excluded.has(trader)) continue;
    volume.set(trader, (volume.get(trader) ?? 0n) + amount);
  }
  return shareDays(days, (_day, position) => volumes[position] ?? new Map<Address, bigint>());
}
