import { createWalletClient, defineChain, http, isHex, type Hex, type WalletClient } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

/** Of the tab: it is gone when that is closed. */
const KEY = 'slipway-local-wallet';

/** The local network, which is the only chain that this wallet signs for. */
interface LocalNetwork {
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly faucetUrl: string;
}

/**
 * A wallet that is made in this tab, for the local network alone. Its key is in `sessionStorage`, where all that runs in the page can read it.
 */
export async function openLocalWallet({ rpcUrl, chainId, faucetUrl }: LocalNetwork): Promise<WalletClient> {
  const kept = sessionStorage.getItem(KEY);
  const key: Hex = kept !== null && isHex(kept) && kept.length === 66 ? kept : generatePrivateKey();
  const account = privateKeyToAccount(key);
  const chain = defineChain({
    ...{ id: chainId, name: 'Local network' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  if (key !== kept) {
    await fund(faucetUrl, account.address);
    sessionStorage.setItem(KEY, key);
  }
  return createWalletClient({ account, chain, transport: http(rpcUrl) });
}

async function fund(faucetUrl: string, address: string): Promise<void> {
  const response = await fetch(faucetUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  if (!response.ok) throw new Error('The faucet of the local network did not fund the wallet.');
}
