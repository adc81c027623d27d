import type { Address } from '@slipway/domain';
import type { Entitlements } from './entitlements.js';
import { sumOf, type ProgramDay } from './program-days.js';

/** What a list promises an account over a program's planned time, in wei. */
export interface ListEntry {
  readonly account: Address;
  readonly amount: bigint;
}

/**
 * A list (airdrops): each account's amount vests evenly with the program's emissions, rounded down.
 *
 * @param planned the emissions of the whole planned time, which the list's sum may not exceed
 */
export function listEntitlements(
  entries: Iterable<ListEntry>,
  days: readonly ProgramDay[],
  planned: bigint,
): Entitlements {
  const emitted = sumOf(days);
  const amounts = new Map<Address, bigint>();
  let shared = 0n;
  for (const { account, amount } of entries) {
    const vested = planned === 0n ? 0n : (amount * emitted) / planned;
    if (vested === 0n) continue;
    amounts.set(account, vested);
    shared += vested;
  }
  if (shared > emitted) throw new RangeError('the list promises more than the program emits');
  return { amounts, emitted };
}
