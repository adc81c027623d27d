import type { Address } from '#values';
import { holdingKey, type LedgerEntry } from './fold-ledger.js';
import type { Holding } from './holding.js';

/** A position as it is before a range, and the UTC day in which it changed last. */
export interface KeptHolding extends Holding {
  /** `YYYY-MM-DD`. */
  readonly changedOn: string;
}

/** A position at the end of a UTC day in which it changed. */
export interface PositionDay {
  readonly wallet: Address;
  readonly token: Address;
  readonly day: string;
  readonly holding: Holding;
}

/**
 * The days of positions that a range ends: a position that changes on a later day than it did last leaves behind what it
 * was. The last day of each stays with the position. Pure.
 *
 * @param entries in chain order
 * @param before positions before the range, by {@link holdingKey}
 */
export function endDays(
  entries: readonly LedgerEntry[],
  before: ReadonlyMap<string, KeptHolding>,
): PositionDay[] {
  const ended: PositionDay[] = [];
  const last = new Map<string, PositionDay>();
  for (const { wallet, token, time, holding } of entries) {
    const key = holdingKey(wallet, token);
    const kept = before.get(key);
    const previous =
      last.get(key) ??
      (kept === undefined ? undefined : { wallet, token, day: kept.changedOn, holding: kept });
    const day = dayOf(time);
    if (previous !== undefined && previous.day < day) ended.push(previous);
    last.set(key, { wallet, token, day, holding });
  }
  return ended;
}

const DAY_MS = 86_400_000;

/** The day asked for last: a range's entries are of few. */
let last = { number: Number.NaN, text: '' };

/** The UTC day that a time is in, `YYYY-MM-DD`. */
export function dayOf(time: Date): string {
  const number = Math.floor(time.getTime() / DAY_MS);
  if (number !== last.number) last = { number, text: time.toISOString().slice(0, 10) };
  return last.text;
}
