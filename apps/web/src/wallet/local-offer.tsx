import type { JSX } from 'solid-js';
import { pageData } from '../page/page-data.js';
import { take } from './connected.js';

/** Whether the page belongs to a local network, whose wallets are worth nothing. */
export const isLocalNetwork = pageData.faucet !== null;

/** Makes a wallet in this tab, or takes the one that is there. Its code is served by local networks alone. */
export async function connectLocal(): Promise<void> {
  const { faucet, rpc, chain } = pageData;
  if (faucet === null || rpc === null) throw new Error('This is no local network.');
  const { openLocalWallet } = await import('./local-wallet.js');
  const wallet = await openLocalWallet({ rpcUrl: rpc, chainId: chain, faucetUrl: faucet });
  take({
    ...{ name: 'Local wallet', wallet, address: wallet.account?.address ?? '' },
    close: () => undefined,
  });
}

/** The offer of such a wallet, with what there is to know of it. */
export function LocalOffer(props: { readonly isBusy: boolean; readonly onChoose: () => void }): JSX.Element {
  return (
    <div class="warning">
      <p>
        <strong>Only on this local network:</strong> a wallet made in this tab, with 25,000 tokens to play
        with. Its key lies in the tab’s session storage, unprotected. Never send anything of value to it.
      </p>
      <button
        type="button"
        class="primary"
        disabled={props.isBusy}
        onClick={() => {
          props.onChoose();
        }}
      >
        Make a local wallet
      </button>
    </div>
  );
}
