import { getConfig } from '@slipway/sdk';
import { createSignal, Match, Show, Switch, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { CopyButton } from '../text/copy-button.jsx';
import { wordsOf } from '../text/failure.jsx';
import { askWallet } from './ask-wallet.js';
import { connected } from './connected.js';
import { ExplorerLink } from './explorer-link.jsx';
import type { Sending } from './create-sending.js';

/** What became of a payload, as it happens. */
export function SendingStatus(props: { readonly sending: Sending }): JSX.Element {
  const [failure, setFailure] = createSignal<string | null>(null);
  const onSwitch = (chainId: number): void => {
    switchChain(chainId).then(
      () => {
        setFailure(null);
        props.sending.forget();
      },
      (error: unknown) => setFailure(wordsOf(error)),
    );
  };
  const state = props.sending.state;
  const text = (): string => {
    const now = state();
    return now.kind === 'idle' ? '' : now.text;
  };
  return (
    <div class={`sending ${state().kind}`}>
      <p role={state().kind === 'failed' ? 'alert' : 'status'}>{text()}</p>
      <Switch>
        <Match when={wrongChainOf(state())}>
          {(chainId) => (
            <button
              type="button"
              onClick={() => {
                onSwitch(chainId());
              }}
            >
              Switch the wallet’s network
            </button>
          )}
        </Match>
      </Switch>
      <Show when={hashOf(state())}>
        {(hash) => (
          <p class="transaction">
            Transaction <ExplorerLink kind="tx" value={hash()} />{' '}
            <CopyButton text={hash()} words="Copy hash" />
          </p>
        )}
      </Show>
      <Show when={failure()}>
        <p role="alert">{failure()}</p>
      </Show>
    </div>
  );
}

function hashOf(state: ReturnType<Sending['state']>): string | null {
  return state.kind === 'done' ? state.hash : null;
}

function wrongChainOf(state: ReturnType<Sending['state']>): number | null {
  return state.kind === 'wrong-chain' ? state.chainId : null;
}

/** EIP-3085: the wallet does not know the chain yet. */
const UNKNOWN_CHAIN = 4902;

async function switchChain(chainId: number): Promise<void> {
  const { wallet } = connected() ?? {};
  if (wallet === undefined) return;
  const id = `0x${chainId.toString(16)}`;
  try {
    await askWallet(wallet, 'wallet_switchEthereumChain', [{ chainId: id }]);
  } catch (error) {
    const { code, cause } = error as { code?: number; cause?: { code?: number } };
    if ((code ?? cause?.code) !== UNKNOWN_CHAIN) throw error;
    const { chain, platformToken } = await getConfig(client);
    const { rpcUrl, name: chainName } = chain;
    if (rpcUrl === null) throw error;
    const { symbol, decimals } = platformToken;
    const nativeCurrency = { name: symbol, symbol, decimals };
    const added = { chainId: id, chainName, rpcUrls: [rpcUrl], nativeCurrency };
    await askWallet(wallet, 'wallet_addEthereumChain', [added]);
  }
}
