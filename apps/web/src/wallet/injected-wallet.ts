import { createWalletClient, custom, type EIP1193Provider, type WalletClient } from 'viem';
import type { OfferedWallet } from './discover.js';

/** Asks a wallet of the browser's for its account. */
export async function openInjected({ provider }: OfferedWallet): Promise<WalletClient> {
  const transport = custom(provider as EIP1193Provider);
  const [account] = await createWalletClient({ transport }).requestAddresses();
  if (account === undefined) throw new Error('The wallet has no account for this page.');
  return createWalletClient({ account, transport });
}
