import type { Page } from 'playwright-core';
import { hexToString, type Hex } from 'viem';
import { mnemonicToAccount, type HDAccount } from 'viem/accounts';

const ANVIL_MNEMONIC = 'test test test test test test test test test test test junk';

/** EIP-1193: what a wallet throws when its user says no. */
export const USER_REJECTED = { code: 4_001, message: 'User rejected the request.' };

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" rx="2" fill="%23f6851b"/%3E%3C/svg%3E';

interface ProviderRequest {
  readonly method: string;
  readonly params?: readonly unknown[];
}

type ProviderResponse = { readonly result: unknown } | { readonly error: { code: number; message: string } };

/** Of the page, for the script below. */
interface WalletWindow extends EventTarget {
  readonly walletRequest: (name: string, request: ProviderRequest) => Promise<ProviderResponse>;
  ethereum?: unknown;
}

/** A wallet in a page as an extension puts it there: it signs with a key of anvil's. */
export class InjectedWallet {
  readonly account: HDAccount;
  /** What the page asked of it. */
  readonly requests: ProviderRequest[] = [];
  /** Refuses the next request for this method. */
  refusal: { readonly method: string; readonly error: { code: number; message: string } } | null = null;

  constructor(
    readonly name: string,
    accountIndex: number,
    /** A node of anvil's, which is asked for what the wallet does not do itself, such as to send. */
    private readonly rpcUrl: string | null = null,
  ) {
    this.account = mnemonicToAccount(ANVIL_MNEMONIC, { addressIndex: accountIndex });
  }

  async respond(request: ProviderRequest): Promise<ProviderResponse> {
    this.requests.push(request);
    const { method, params = [] } = request;
    if (this.refusal?.method === method) {
      const { error } = this.refusal;
      this.refusal = null;
      return { error };
    }
    if (method === 'eth_requestAccounts') return { result: [this.account.address] };
    if (method === 'personal_sign') {
      return { result: await this.account.signMessage({ message: hexToString(params[0] as Hex) }) };
    }
    if (this.rpcUrl !== null) return askNode(this.rpcUrl, request);
    return { error: { code: 4_200, message: `no ${method} here` } };
  }
}

async function askNode(rpcUrl: string, { method, params = [] }: ProviderRequest): Promise<ProviderResponse> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as ProviderResponse;
}

/**
 * Puts wallets into every document that the page opens from now on.
 *
 * @param how `announced` by EIP-6963, or the only one, as `window.ethereum`
 */
export async function injectWallets(
  page: Page,
  wallets: readonly InjectedWallet[],
  how: 'announced' | 'window.ethereum' = 'announced',
): Promise<void> {
  await page.exposeFunction('walletRequest', (name: string, request: ProviderRequest) =>
    wallets.find((wallet) => wallet.name === name)!.respond(request),
  );
  await page.addInitScript(putIntoPage, { names: wallets.map(({ name }) => name), icon: ICON, how });
}

/** Runs in the page. */
function putIntoPage({ names, icon, how }: { names: string[]; icon: string; how: string }): void {
  const walletWindow = globalThis as unknown as WalletWindow;
  for (const name of names) {
    const request = async (args: ProviderRequest): Promise<unknown> => {
      const reply = await walletWindow.walletRequest(name, args);
      if ('error' in reply) throw Object.assign(new Error(reply.error.message), { code: reply.error.code });
      return reply.result;
    };
    const provider = { request, on: () => undefined, removeListener: () => undefined };
    if (how === 'window.ethereum') walletWindow.ethereum = provider;
    const info = { uuid: crypto.randomUUID(), name, icon, rdns: 'test.wallet' };
    const announce = (): void => {
      const detail = Object.freeze({ info, provider });
      walletWindow.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    if (how === 'announced') walletWindow.addEventListener('eip6963:requestProvider', announce);
  }
}
