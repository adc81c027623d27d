import { pbkdf2Sync } from 'node:crypto';
import { bytesToHex } from 'viem';
import { HDKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';

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
  /** Publishes the feed's prices; the first account of live trading. */
  transmitter: 10,
} as const;

/** Accounts that the scenario gives something to do or to stay out of: #0 to #63. */
export const ACCOUNT_COUNT = 64;

/** BIP-39's seed. Stretching is slow by design: Node.js takes 2 ms, viem 200, in each process and suite. */
const seed = pbkdf2Sync(MNEMONIC, 'mnemonic', 2_048, 64, 'sha512');
const parent = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0");
const accounts = new Map<number, PrivateKeyAccount>();

/** Account #index of the mnemonic. */
export function localAccount(index: number): PrivateKeyAccount {
  const known = accounts.get(index);
  if (known !== undefined) return known;
  const { privateKey } = parent.deriveChild(index);
  if (privateKey === null) throw new RangeError(`no account #${index}`);
  const account = privateKeyToAccount(bytesToHex(privateKey));
  accounts.set(index, account);
  return account;
}
