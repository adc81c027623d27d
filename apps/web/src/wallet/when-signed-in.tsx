import { createSignal, Match, Show, Switch, type JSX } from 'solid-js';
import { wordsOf } from '../text/failure.jsx';
import { connected, ensureSignedIn, isSignedIn } from './connected.js';
import { chooseWallet } from './wallet-button.jsx';

/** What only the wallet itself may read: shown once it is connected and signed in. */
export function WhenSignedIn(props: {
  readonly what: string;
  readonly children: (address: string) => JSX.Element;
}): JSX.Element {
  const [failure, setFailure] = createSignal<string | null>(null);
  const [isBusy, setBusy] = createSignal(false);
  const onSignIn = (): void => {
    setBusy(true);
    setFailure(null);
    ensureSignedIn()
      .catch((error: unknown) => setFailure(wordsOf(error)))
      .finally(() => setBusy(false));
  };
  const signedIn = (): string | null => (isSignedIn() ? (connected()?.address ?? null) : null);
  return (
    <Switch
      fallback={
        <section class="panel invitation">
          <p>Connect a wallet to see {props.what}.</p>
          <button type="button" class="primary" onClick={chooseWallet}>
            Connect a wallet
          </button>
        </section>
      }
    >
      <Match when={signedIn()} keyed>
        {(address) => props.children(address)}
      </Match>
      <Match when={connected()}>
        <section class="panel invitation">
          <p>Sign a message to see {props.what}. It costs nothing and sends nothing.</p>
          <button type="button" class="primary" disabled={isBusy()} onClick={onSignIn}>
            Sign in
          </button>
          <Show when={failure()}>
            <p role="alert" class="down">
              {failure()}
            </p>
          </Show>
        </section>
      </Match>
    </Switch>
  );
}
