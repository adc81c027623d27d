import type { Hex } from 'viem';
import type { Dealing } from './who-traded.js';
import type { Place } from './raw-logs.js';

const WITHIN_SECONDS = 600;

export interface Pair {
  readonly buy: Dealing;
  readonly sale: Dealing;
}

export const isAfter = (one: Place, other: Place): boolean =>
  one.block === other.block ? one.index > other.index : one.block > other.block;

/**
 * Pairs of a buy and a sale, in the order of the later of both.
 * @param dealings of one app, in the chain's order
 * @param haveFunded whether one of two has funded the other before something was
 */
export function recountRoundTrips(
  dealings: readonly Dealing[],
  haveFunded: (one: Hex, other: Hex, before: Dealing) => boolean,
): Pair[] {
  const open: Dealing[] = [];
  const pairs: Pair[] = [];
  for (const dealing of dealings) {
    const fitting = open.filter(
      (other) =>
        other.isBuy !== dealing.isBuy &&
        dealing.time - other.time <= WITHIN_SECONDS &&
        areEqual(dealing.tokens, other.tokens),
    );
    const found =
      fitting.findLast(({ wallet }) => wallet === dealing.wallet) ??
      fitting.findLast(({ wallet }) => haveFunded(wallet, dealing.wallet, dealing));
    if (found === undefined) {
      open.push(dealing);
      continue;
    }
    open.splice(open.indexOf(found), 1);
    pairs.push(dealing.isBuy ? { buy: dealing, sale: found } : { buy: found, sale: dealing });
  }
  return pairs;
}

/** The smaller is at least 99 % of the larger. */
function areEqual(one: bigint, other: bigint): boolean {
  const [less, more] = one < other ? [one, other] : [other, one];
  return (more - less) * 100n <= more;
}
