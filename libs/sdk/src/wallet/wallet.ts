import { fail } from '../errors.js';

/** As much of a wallet as is used here; viem's `WalletClient` is one. The SDK imports nothing of viem. */
export interface Wallet {
  readonly account?: { readonly address: string; readonly type?: string } | undefined;
  requestAddresses(): Promise<readonly string[]>;
  getChainId(): Promise<number>;
  signMessage(args: never): Promise<string>;
  sendTransaction(args: never): Promise<string>;
  request(args: never): Promise<unknown>;
}

/** The methods with what they take. viem's own types of it are narrower than can be said without importing them. */
interface Methods {
  signMessage(args: { readonly account: unknown; readonly message: string }): Promise<string>;
  sendTransaction(args: Record<string, unknown>): Promise<string>;
  request(args: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
}

export function methodsOf(wallet: Wallet): Methods {
  return wallet;
}

/** The wallet's account: viem's own where it has one, so that local keys sign by themselves. */
export async function accountOf(
  wallet: Wallet,
): Promise<{ readonly address: string; readonly account: unknown }> {
  if (wallet.account !== undefined) return { address: wallet.account.address, account: wallet.account };
  const [address] = await asking(wallet.requestAddresses());
  if (address === undefined) throw fail('wallet_rejected', 'the wallet has no account for this page');
  return { address, account: address };
}

const USER_REJECTED = 4001;
const UPGRADE_REJECTED = 5750;

/** What wallets refuse, by their codes (EIP-1193, EIP-5792). */
const REFUSALS: Readonly<Record<number, string>> = {
  [USER_REJECTED]: "the wallet's owner rejected the request",
  5700: 'the wallet lacks a capability that the calls need',
  5710: 'the wallet does not send calls together on this chain',
  5720: 'the wallet has other calls of this id',
  5740: 'the calls are too many for the wallet to send together',
  [UPGRADE_REJECTED]: "the wallet's owner rejected the upgrade that lets it send calls together",
  5760: 'the wallet cannot send the calls so that all go through or none',
};

/** What the wallet's owner was asked: a no is an error of its own, and so is what the wallet cannot do. */
export async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    for (let error: unknown = cause; error instanceof Object; error = (error as { cause?: unknown }).cause) {
      const { code } = error as { code?: unknown };
      const words = typeof code === 'number' ? REFUSALS[code] : undefined;
      if (typeof code !== 'number' || words === undefined) continue;
      const isRejected = code === USER_REJECTED || code === UPGRADE_REJECTED;
      throw fail(isRejected ? 'wallet_rejected' : 'wallet_refused', words, { cause, details: { code } });
    }
    throw cause;
  }
}
