import { createSignal, For, onMount, Show, type JSX } from 'solid-js';
import { wordsOf } from '../text/failure.jsx';
import { shortAddress } from '../text/figures.js';
import { connected, connectInjected, disconnect } from './connected.js';
import { connectLocal, isLocalNetwork, LocalOffer } from './local-offer.jsx';
import { discoverWallets, wallets, type OfferedWallet } from './discover.js';

let dialog: HTMLDialogElement | undefined;

/** Opens the choice of wallets, from anywhere in the page. */
export function chooseWallet(): void {
  dialog?.showModal();
}

/** The wallet that is connected, or the way to one. */
export function WalletButton(): JSX.Element {
  onMount(discoverWallets);
  return (
    <>
      <button
        type="button"
        class="wallet-button"
        classList={{ primary: connected() === null }}
        onClick={chooseWallet}
      >
        <Show when={connected()} fallback="Connect wallet">
          {(found) => <code>{shortAddress(found().address)}</code>}
        </Show>
      </button>
      <WalletDialog />
    </>
  );
}

function WalletDialog(): JSX.Element {
  const [failure, setFailure] = createSignal<string | null>(null);
  const [isBusy, setBusy] = createSignal(false);
  const close = (): void => {
    setFailure(null);
    dialog?.close();
  };
  const connect = (open: () => Promise<void>): void => {
    setBusy(true);
    setFailure(null);
    open()
      .then(close, (error: unknown) => setFailure(wordsOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <dialog ref={(element) => (dialog = element)} class="wallets" aria-labelledby="wallets-title">
      <div class="section-head">
        <h2 id="wallets-title">{connected() === null ? 'Connect a wallet' : 'Your wallet'}</h2>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          ✕
        </button>
      </div>
      <Show when={connected()} fallback={<Offers isBusy={isBusy()} connect={connect} />}>
        {(found) => (
          <>
            <p>
              {found().name}: <code class="address">{found().address}</code>
            </p>
            <button
              type="button"
              onClick={() => {
                disconnect().catch(reportError);
                close();
              }}
            >
              Disconnect
            </button>
          </>
        )}
      </Show>
      <Show when={failure()}>
        <p role="alert" class="down">
          {failure()}
        </p>
      </Show>
    </dialog>
  );
}

function Offers(props: {
  readonly isBusy: boolean;
  readonly connect: (open: () => Promise<void>) => void;
}): JSX.Element {
  return (
    <>
      <ul class="offers">
        <For
          each={wallets()}
          fallback={
            <li class="quiet">
              No wallet has announced itself. Install one as an extension of this browser.
            </li>
          }
        >
          {(offered) => (
            <li>
              <button
                type="button"
                disabled={props.isBusy}
                onClick={() => {
                  props.connect(() => connectInjected(offered));
                }}
              >
                <WalletIcon offered={offered} />
                {offered.name}
              </button>
            </li>
          )}
        </For>
      </ul>
      <Show when={isLocalNetwork}>
        <LocalOffer
          isBusy={props.isBusy}
          onChoose={() => {
            props.connect(connectLocal);
          }}
        />
      </Show>
      <small>The page asks for your address. It asks again before anything is signed or sent.</small>
    </>
  );
}

function WalletIcon(props: { readonly offered: OfferedWallet }): JSX.Element {
  return (
    <Show when={props.offered.icon} fallback={<span class="no-icon" />}>
      {(icon) => <img src={icon()} alt="" width="24" height="24" />}
    </Show>
  );
}
