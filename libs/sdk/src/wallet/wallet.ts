import { fail } from '../errors.js';

/** As much of a wallet as is used here; viem's `WalletClient` is one. The SDK imports nothing of viem. */
export interface Wallet {
  readonly account?: { readonly address: string } | undefined;
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

/** What the wallet's owner was asked: a no is an error of its own. */
export async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question;
  } catch (cause) {
    for (let error: unknown = cause; error instanceof Object; error = (error as { cause?: unknown }).cause)
      if ((error as { code?: unknown }).code === USER_REJECTED)
        throw fail('wallet_rejected', "the wallet's owner rejected the request", { cause });
    throw cause;
  }
}
