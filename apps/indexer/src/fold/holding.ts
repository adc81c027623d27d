/**
 * What a wallet holds of one app token, at average cost.
 *
 * 1. Quantities are exact, in wei. What came in at a known USD cost and what did not are kept apart: an unknown cost is
 *    never a 0. Together they are the wallet's balance.
 * 2. What comes in adds to the known quantity and its cost, or to the unknown quantity.
 * 3. What goes out leaves both quantities in proportion. The unknown part is rounded down to a wei, so that it is there until the
 *    whole holding goes. Cost goes with it in proportion to the known part, rounded down. So the average of the remainder stays the
 *    same to within one unit of cost. The last known wei takes all cost.
 * 4. A sale realises, for the known part of the amount, its share of the proceeds less the cost that left. The share is rounded
 *    down. Selling what has no known cost, or for proceeds without a known value, realises nothing known.
 *
 * USD has 44 decimals (`LEDGER_USD_UNIT`).
 */
export interface Holding {
  readonly known: bigint;
  readonly unknown: bigint;
  /** Of the known quantity. */
  readonly cost: bigint;
  /** Of all sales so far; a loss is below zero. */
  readonly realized: bigint;
}

export const EMPTY_HOLDING: Holding = { known: 0n, unknown: 0n, cost: 0n, realized: 0n };

/** @param cost of all that comes in; null when it is not known */
export function takeIn(holding: Holding, amount: bigint, cost: bigint | null): Holding {
  return cost === null
    ? { ...holding, unknown: holding.unknown + amount }
    : { ...holding, known: holding.known + amount, cost: holding.cost + cost };
}

export function giveAway(holding: Holding, amount: bigint): Holding {
  return remove(holding, amount).left;
}

/** @param proceeds what the seller got for all of it, after the fee; null when its value is not known */
export function sell(holding: Holding, amount: bigint, proceeds: bigint | null): Holding {
  const { left, known, cost } = remove(holding, amount);
  if (proceeds === null || known === 0n) return left;
  return { ...left, realized: left.realized + (proceeds * known) / amount - cost };
}

/** @returns the remaining holding, and the known quantity that went with its cost */
function remove(holding: Holding, amount: bigint): { left: Holding; known: bigint; cost: bigint } {
  const balance = holding.known + holding.unknown;
  if (amount > balance) throw new RangeError(`${amount} wei leave a holding of ${balance}`);
  if (amount === 0n) return { left: holding, known: 0n, cost: 0n };
  const unknown = (holding.unknown * amount) / balance;
  const known = amount - unknown;
  const cost = known === 0n ? 0n : (holding.cost * known) / holding.known;
  const left = {
    ...holding,
    known: holding.known - known,
    unknown: holding.unknown - unknown,
    cost: holding.cost - cost,
  };
  return { left, known, cost };
}
