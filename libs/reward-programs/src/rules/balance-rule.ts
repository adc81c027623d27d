import { ZERO_ADDRESS, type Address } from '@slipway/domain';
import { shareDays, type Entitlements } from './entitlements.js';
import type { ProgramDay } from './program-days.js';

/** A transfer of the app's token, in chain order. */
export interface TokenMovement {
  /** Unix seconds. */
  readonly time: number;
  readonly sender: Address;
  readonly recipient: Address;
  readonly amount: bigint;
}

/**
 * Time-weighted balance: each day is shared among the token's holders in proportion to their balance. Its weight is the number of
 * seconds of the day that they held it. A balance that came and went within a block weighs nothing.
 *
 * @param movements all transfers of the token from its launch on, in chain order
 * @param excluded holders that earn nothing: the launchpad, the pool, the token itself. The zero address never does.
 */
export function balanceEntitlements(
  movements: Iterable<TokenMovement>,
  days: readonly ProgramDay[],
  excluded: ReadonlySet<Address>,
): Entitlements {
  const holdings = new Holdings(excluded);
  const rest = movements[Symbol.iterator]();
  let next = rest.next();
  const moveUntil = (time: number): void => {
    for (; next.done !== true && next.value.time < time; next = rest.next()) holdings.move(next.value);
  };
  return shareDays(days, ({ from, to }) => {
    moveUntil(from);
    holdings.openDay(from);
    moveUntil(to);
    return holdings.closeDay(to);
  });
}

interface Holding {
  balance: bigint;
  /** Until when `weight` is counted. */
  since: number;
  /** Balance times seconds of the day. */
  weight: bigint;
}

class Holdings {
  private readonly holders = new Map<Address, Holding>();
  private dayStart = 0;

  constructor(private readonly excluded: ReadonlySet<Address>) {}

  move({ time, sender, recipient, amount }: TokenMovement): void {
    this.add(sender, time, -amount);
    this.add(recipient, time, amount);
  }

  openDay(from: number): void {
    this.dayStart = from;
    for (const holding of this.holders.values()) {
      holding.since = from;
      holding.weight = 0n;
    }
  }

  /** The day's weights; a holder of nothing is forgotten. */
  closeDay(to: number): Map<Address, bigint> {
    const weights = new Map<Address, bigint>();
    for (const [holder, holding] of this.holders) {
      weigh(holding, to);
      if (holding.weight > 0n) weights.set(holder, holding.weight);
      if (holding.balance === 0n) this.holders.delete(holder);
    }
    return weights;
  }

  private add(holder: Address, time: number, amount: bigint): void {
    if (holder === ZERO_ADDRESS || this.excluded.has(holder)) return;
    const holding = this.holders.get(holder) ?? { balance: 0n, since: this.dayStart, weight: 0n };
    weigh(holding, time);
    holding.balance += amount;
    if (holding.balance < 0n) throw new Error(`the transfers of ${holder} are not all there are`);
    this.holders.set(holder, holding);
  }
}

function weigh(holding: Holding, until: number): void {
  if (until > holding.since) holding.weight += holding.balance * BigInt(until - holding.since);
  holding.since = until;
}
