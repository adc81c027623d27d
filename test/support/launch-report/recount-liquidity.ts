import type { Hex } from 'viem';
import { DEAD, ZERO, type Moved } from './raw-logs.js';
import { ratio, timeOf } from './recount-figures.js';

const MOST = 20;

/** @param moved transfers of LP tokens since the graduation */
export function recountLiquidity(pool: Hex, moved: readonly Moved[]): Record<string, unknown> {
  const held = new Map<Hex, bigint>();
  let supply = 0n;
  const isBurn = ({ from, to }: Moved): boolean => from === pool && to === ZERO;
  for (const one of moved) {
    const { from, to, value } = one;
    // A mint comes from 0x0, which keeps what it has.
    if (from === ZERO) supply += value;
    else held.set(from, (held.get(from) ?? 0n) - value);
    if (isBurn(one)) supply -= value;
    else held.set(to, (held.get(to) ?? 0n) + value);
  }
  const locked = (held.get(ZERO) ?? 0n) + (held.get(DEAD) ?? 0n);
  const holders = [...held].filter(([, amount]) => amount > 0n).toSorted(([, a], [, b]) => (a < b ? 1 : -1));
  return {
    pool,
    supply: moved.length === 0 ? null : String(supply),
    lockedShare: moved.length === 0 ? null : ratio(locked, supply),
    holders: holders.slice(0, MOST).map(([address, amount]) => ({ address, share: ratio(amount, supply) })),
    newest: moved
      .toReversed()
      .slice(0, MOST)
      .map((one) => ({
        kind: one.from === ZERO ? 'added' : isBurn(one) ? 'removed' : 'moved',
        from: one.from,
        to: one.to,
        amount: String(one.value),
        time: timeOf(one),
        transaction: one.hash,
      })),
  };
}
