import { signIn, signOut, type Wallet } from '@slipway/sdk/wallet';
import { createSignal } from 'solid-js';
import { client } from '../client/client.js';
import type { OfferedWallet } from './discover.js';

interface Connected {
  readonly name: string;
  /** EIP-55. */
  readonly address: string;
  readonly wallet: Wallet;
  readonly close: () => void;
}

const [connected, setConnected] = createSignal<Connected | null>(null);
const [isSignedIn, setSignedIn] = createSignal(false);

/** The wallet that the page may ask; null before one is chosen. */
export { connected, isSignedIn };

export function address(): string | null {
  return connected()?.address ?? null;
}

/** Connects a wallet of the browser's. Its library is loaded now. */
export async function connectInjected(offered: OfferedWallet): Promise<void> {
  const { openInjected } = await import('./injected-wallet.js');
  const wallet = await openInjected(offered);
  const { provider, name } = offered;
  const onAccounts = (): void => {
    disconnect().catch(reportError);
  };
  // Another account is another person to the page.
  provider.on?.('accountsChanged', onAccounts);
  take({
    ...{ name, wallet, address: wallet.account?.address ?? '' },
    close: () => provider.removeListener?.('accountsChanged', onAccounts),
  });
}

/** Makes a wallet the page's. */
export function take(next: Connected): void {
  connected()?.close();
  forgetToken();
  setConnected(next);
}

/** Signs in with the wallet, unless it is signed in. The token is kept in memory alone. */
export async function ensureSignedIn(): Promise<void> {
  const { wallet } = connected() ?? {};
  if (wallet === undefined) throw new Error('Connect a wallet first.');
  if (client.token !== null) return;
  await signIn(client, wallet);
  setSignedIn(true);
}

export async function disconnect(): Promise<void> {
  connected()?.close();
  setConnected(null);
  setSignedIn(false);
  // The token is forgotten even where the API cannot be told.
  await signOut(client).catch(() => undefined);
}

/** The API refused the token: its hour is over. */
export function forgetToken(): void {
  client.token = null;
  setSignedIn(false);
}
