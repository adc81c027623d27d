import {
  createLaunchPayload,
  formatAmount,
  getConfig,
  listMarketActivity,
  preflightLaunch,
  type LaunchCandidate,
  type PreflightIssue,
} from '@slipway/sdk';
import { createEffect, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { createStore } from 'solid-js/store';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';
import { goTo } from '../page/router.js';
import { wordsOf } from '../text/failure.jsx';
import { Letters, Untrusted } from '../text/untrusted.jsx';
import { Warnings } from '../text/warnings.jsx';
import { connected } from '../wallet/connected.js';
import { createSending, NotAsShown } from '../wallet/create-sending.js';
import { createWarnings } from '../wallet/create-warnings.js';
import { SendingStatus } from '../wallet/sending-status.jsx';
import { chooseWallet } from '../wallet/wallet-button.jsx';
import { Issues, LaunchField } from './launch-field.jsx';

const PAUSE_MS = 500;

/** How long an app may take from its block to the market. */
const LISTED_WITHIN_MS = 30_000;
const LOOK_MS = 500;

type Field = 'name' | 'symbol' | 'description' | 'website' | 'imageUrl';

const FIELDS: readonly { readonly field: Field; readonly label: string; readonly hint: string }[] = [
  { field: 'name', label: 'Name', hint: 'Harbor Lights' },
  { field: 'symbol', label: 'Symbol', hint: 'HRBR' },
  { field: 'description', label: 'What it is', hint: 'A few sentences for those who may buy it' },
  { field: 'website', label: 'Website', hint: 'https://harborlights.app' },
  { field: 'imageUrl', label: 'Picture', hint: 'https://harborlights.app/icon.png' },
];

/** Launches an app: checked while one types, then sent by the wallet. */
export default function LaunchPage(): JSX.Element {
  document.title = 'Launch an app · Slipway';
  const [draft, setDraft] = createStore<Record<Field, string>>({
    ...{ name: '', symbol: '', description: '', website: '', imageUrl: '' },
  });
  const [asked, setAsked] = createSignal<LaunchCandidate | null>(null);
  const sending = createSending();
  const config = createRead(
    () => true,
    (_asked, signal) => getConfig(client, {}, { signal }),
  );
  const candidate = (): LaunchCandidate | null => {
    const creator = connected()?.address;
    if (creator === undefined || draft.name.trim() === '' || draft.symbol === '') return null;
    return toCandidate(draft, creator);
  };
  createEffect(() => {
    const next = candidate();
    const timer = window.setTimeout(() => setAsked(next), PAUSE_MS);
    onCleanup(() => {
      window.clearTimeout(timer);
    });
  });
  const preflight = createRead(asked, (body, signal) => preflightLaunch(client, body, { signal }));
  const issuesOf = (kind: 'errors' | 'warnings', ...fields: readonly string[]): readonly PreflightIssue[] =>
    (preflight.data()?.[kind] ?? []).filter(
      // The allowance is no problem: the payload has an approval.
      ({ field, code }) => fields.includes(field) && code !== 'insufficient_allowance',
    );
  const isRefused = (): boolean => preflight.data()?.ok === false;
  const [listing, setListing] = createSignal<string | null>(null);
  const warnings = createWarnings();
  /** Of the last payload, until preflight says another. */
  const [payloadCost, setPayloadCost] = createSignal<string | null>(null);
  createEffect(() => {
    if (preflight.data() !== null) setPayloadCost(null);
  });
  const cost = (): string =>
    payloadCost() ?? preflight.data()?.estimatedPlatformCost ?? config.data()?.launch.cost ?? '';
  const price = (wei: string): string => `${formatAmount(wei)} ${config.data()?.platformToken.symbol ?? ''}`;
  const launch = async (): Promise<void> => {
    const body = candidate();
    if (body === null) return;
    const shown = cost();
    const sent = await sending.run(
      async (creator) => {
        const payload = await createLaunchPayload(client, { ...body, creator });
        if (payload.cost !== null && payload.cost !== shown) {
          setPayloadCost(payload.cost);
          throw new NotAsShown(`A launch costs ${price(payload.cost)} now. Press again to pay that.`);
        }
        warnings.show(payload.warnings);
        return payload;
      },
      () => `Launched for ${price(shown)}.`,
    );
    if (sent === null) return;
    setListing('Waiting for the market to list it');
    const token = await listedToken(sent.receipt.transactionHash);
    setListing(token === null ? 'It is launched, and not listed yet. Look for it in a minute.' : null);
    if (token !== null) goTo(`app/${token}`);
  };
  return (
    <>
      <h1>Launch an app</h1>
      <div class="app-columns">
        <form
          class="panel launch"
          onSubmit={(event) => {
            event.preventDefault();
            if (connected() === null) chooseWallet();
            else launch().catch((error: unknown) => setListing(wordsOf(error)));
          }}
        >
          <For each={FIELDS}>
            {({ field, label, hint }) => (
              <LaunchField
                name={field}
                label={label}
                hint={hint}
                value={draft[field]}
                errors={issuesOf('errors', field)}
                warnings={issuesOf('warnings', field)}
                onInput={(text) => {
                  setDraft(field, field === 'symbol' ? text.toUpperCase() : text);
                }}
              />
            )}
          </For>
          <div role="status">
            <Issues issues={issuesOf('errors', 'launch', 'creator')} kind="issue" />
            <Issues issues={issuesOf('warnings', 'launch', 'creator')} kind="hint" />
          </div>
          <Show when={preflight.error()}>
            <p role="alert" class="down">
              {wordsOf(preflight.error())}
            </p>
          </Show>
          <Warnings warnings={warnings.shown()} />
          <button
            type="submit"
            class="primary submit-launch"
            disabled={sending.isBusy() || (connected() !== null && (candidate() === null || isRefused()))}
          >
            {connected() === null
              ? 'Connect a wallet to launch'
              : `Launch${cost() === '' ? '' : ` for ${price(cost())}`}`}
          </button>
          <SendingStatus sending={sending} />
          <Show when={listing()}>
            <p role="status">{listing()}</p>
          </Show>
        </form>
        <aside class="stack" aria-label="How it will look">
          <div class="panel preview">
            <Letters name={draft.name === '' ? 'New App' : draft.name} tokenAddress={PREVIEW_TINT} isLarge />
            <strong>
              <Untrusted text={draft.name === '' ? 'Your app' : draft.name} />
            </strong>
            <small>
              <Untrusted text={draft.symbol === '' ? 'SYMBOL' : draft.symbol} most={12} />
            </small>
          </div>
          <div class="panel">
            <h2>What happens</h2>
            <ol class="steps">
              <li>
                You pay{' '}
                <Show when={cost()} fallback="the launch cost">
                  {(wei) => price(wei())}
                </Show>
                .
              </li>
              <li>The token trades at once, on a bonding curve.</li>
              <li>When the curve is full, its liquidity moves to a pool for good.</li>
            </ol>
          </div>
        </aside>
      </div>
    </>
  );
}

const PREVIEW_TINT = `0x${'0'.repeat(39)}4`;

function toCandidate(draft: Readonly<Record<Field, string>>, creator: string): LaunchCandidate {
  const { name, symbol, ...rest } = draft;
  const said = Object.entries(rest).filter(([, text]) => text.trim() !== '');
  return { name, symbol, creator, ...Object.fromEntries(said) };
}

async function listedToken(transactionHash: string): Promise<string | null> {
  for (const end = Date.now() + LISTED_WITHIN_MS; Date.now() < end;) {
    const { activity } = await listMarketActivity(client, { type: ['launch'], limit: 20 });
    const launch = activity.find(({ txHash }) => txHash === transactionHash);
    if (launch !== undefined) return launch.tokenAddress;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}
