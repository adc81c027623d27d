import { mnemonicToAccount, type HDAccount } from 'viem/accounts';

/** anvil's default: publicly known, worth nothing anywhere else. */
const MNEMONIC = 'test test test test test test test test test test test junk';

/** Accounts with a part of their own in the local network; the others trade. */
export const ACCOUNT = {
  /** Deployed everything, owns the launchpad and the feed. */
  operator: 0,
  /** Trades a lot. */
  regular: 1,
  /** Created apps, and can launch another. */
  creator: 2,
  /** Has claimed every reward. */
  claimant: 3,
  /** Never did anything. */
  idle: 9,
  /** Publishes the feed's answers; the first account of the live trickle. */
  transmitter: 10,
} as const;

/** Accounts that the scenario gives something to do or to stay out of: #0 to #63. */
export const ACCOUNT_COUNT = 64;

/** Account #index of the mnemonic. */
export function localAccount(index: number): HDAccount {
  return mnemonicToAccount(MNEMONIC, { addressIndex: index });
}
