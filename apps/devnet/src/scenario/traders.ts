import { ACCOUNT, ACCOUNT_COUNT } from '../chain/accounts.js';
import type { Random } from './random.js';

/** An account that trades. */
export interface Trader {
  readonly wallet: number;
  /** How often it trades, against the others. */
  readonly activity: number;
  /** The largest part of a holding that it sells at once. */
  readonly sellsUpTo: number;
  /** Platform tokens that it begins with, whole ones. */
  readonly budget: number;
}

/** All accounts but the operator's and #9, which never does anything. */
export function createTraders(random: Random): Trader[] {
  const traders: Trader[] = [];
  for (let wallet = 1; wallet < ACCOUNT_COUNT; wallet++) {
    if (wallet === ACCOUNT.idle) continue;
    const isRegular = wallet === ACCOUNT.regular;
    const keepsSome = isRegular || wallet === ACCOUNT.claimant || wallet === ACCOUNT.creator;
    traders.push({
      wallet,
      activity: isRegular ? 6 : Math.min(4, random.logNormal(0.8, 0.8)),
      sellsUpTo: keepsSome ? 0.5 : 1,
      budget: isRegular ? 400_000 : 100_000 + 1_000 * random.integer(0, 100),
    });
  }
  return traders;
}
