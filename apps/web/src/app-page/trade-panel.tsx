import {
  asBigInt,
  createTradePayload,
  formatAmount,
  getConfig,
  getCurveQuote,
  parseAmount,
  type AppDetail,
  type CurveQuote,
  type SigningWarning,
  type SlipwayResponse,
  type TradePayload,
  withResponse,
} from '@slipway/sdk';
import { createEffect, createMemo, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';
import { readAtBlock } from '../market/read-at-block.js';
import { Failure } from '../text/failure.jsx';
import { plainText } from '../text/plain-text.js';
import { Warnings } from '../text/warnings.jsx';
import { connected } from '../wallet/connected.js';
import { createSending, NotAsShown } from '../wallet/create-sending.js';
import { SendingStatus } from '../wallet/sending-status.jsx';
import { chooseWallet } from '../wallet/wallet-button.jsx';
import { tokensReceived } from './tokens-received.js';
import { leastOut, QuoteFigures } from './quote-figures.jsx';

const PAUSE_MS = 250;
const SLIPPAGES = [50, 100, 300, 1_000];
const BUYS = ['10', '100', '1000'];

type Side = CurveQuote['side'];

/** Buys and sells an app: a quote while one types, then calls for the wallet to send. */
export function TradePanel(props: {
  readonly app: AppDetail;
  /** The block that its price moved at: another one makes another quote. */
  readonly movedAt: number;
  readonly onTraded: () => void;
}): JSX.Element {
  const [side, setSide] = createSignal<Side>('buy');
  const [text, setText] = createSignal('');
  const [slippageBps, setSlippageBps] = createSignal(100);
  const [trades, setTrades] = createSignal(0);
  /** Of the last payload: it may have more than the quote had. */
  const [payloadWarnings, setPayloadWarnings] = createSignal<readonly SigningWarning[]>([]);
  const [asked, setAsked] = createSignal<{ side: Side; amount: string } | null>(null);
  const sending = createSending();
  const symbol = (): string => plainText(props.app.symbol, 12);
  const config = createRead(
    () => true,
    (_asked, signal) => getConfig(client, {}, { signal }),
  );
  const paid = (): string => config.data()?.platformToken.symbol ?? '';
  const unitIn = (): string => (side() === 'buy' ? paid() : symbol());
  const unitOut = (): string => (side() === 'buy' ? symbol() : paid());
  const amount = createMemo(() => readAmount(text()));
  createEffect(() => {
    const wei = amount();
    const next = wei === null ? null : { side: side(), amount: String(wei) };
    setPayloadWarnings([]);
    const timer = window.setTimeout(() => setAsked(next), PAUSE_MS);
    onCleanup(() => {
      window.clearTimeout(timer);
    });
  });
  const quote = createRead(
    asked,
    async ({ side: asked, amount: wei }, signal) => {
      const query = { tokenAddress: props.app.tokenAddress, side: asked, amount: wei };
      const read = (): Promise<SlipwayResponse<CurveQuote>> =>
        withResponse(getCurveQuote, client, query, { signal });
      return { ...(await readAtBlock(props.movedAt, read, signal)), amount: wei };
    },
    () => props.movedAt,
  );
  /** The quote of what the form says now: its numbers are on the screen, and signed. */
  const shown = createMemo(() => {
    const found = quote.data();
    if (found?.side !== side() || found.amount !== String(amount())) return null;
    const codes = new Set(found.warnings.map(({ code }) => code));
    const warnings = [...found.warnings, ...payloadWarnings().filter(({ code }) => !codes.has(code))];
    return { ...found, warnings, least: leastOut(found, slippageBps()) };
  });
  const balance = createRead(
    () => {
      const { wallet, address } = connected() ?? {};
      const token = side() === 'buy' ? config.data()?.platformToken.address : props.app.tokenAddress;
      return wallet === undefined || address === undefined || token === undefined
        ? null
        : { wallet, address, token };
    },
    async ({ wallet, address, token }) => {
      const { readTokenBalance } = await import('../wallet/token-balance.js');
      return readTokenBalance(wallet, token, address);
    },
    trades,
  );
  const choose = (next: Side): void => {
    setSide(next);
    setText('');
    sending.forget();
  };
  const trade = async (): Promise<void> => {
    const signed = shown();
    const { tokenAddress } = props.app;
    const platform = config.data()?.platformToken.address;
    if (signed === null || platform === undefined) return;
    const [what, got] = [`${formatAmount(signed.amountIn)} ${unitIn()}`, unitOut()];
    const sent = await sending.run(
      async (trader) => {
        const order = { tokenAddress, trader, side: signed.side, amount: signed.amount };
        try {
          const payload = await createTradePayload(client, { ...order, minOut: String(signed.least) });
          setPayloadWarnings(payload.warnings);
          expectShown(payload, signed);
          return payload;
        } catch (error) {
          quote.again();
          throw error;
        }
      },
      ({ receipt }, trader) => {
        const token = signed.side === 'buy' ? tokenAddress : platform;
        const amountOut = formatAmount(tokensReceived(receipt, token, trader));
        return signed.side === 'buy'
          ? `Bought ${amountOut} ${got} for ${what}.`
          : `Sold ${what} for ${amountOut} ${got}.`;
      },
    );
    if (sent === null) return;
    setText('');
    setTrades((count) => count + 1);
    props.onTraded();
  };
  return (
    <section class="panel trade" aria-labelledby="trade-title">
      <h2 id="trade-title" class="hidden">
        Trade {symbol()}
      </h2>
      <div class="sides" role="group" aria-label="Side">
        <For each={['buy', 'sell'] as const}>
          {(choice) => (
            <button
              type="button"
              class={choice}
              aria-pressed={side() === choice}
              onClick={() => {
                choose(choice);
              }}
            >
              {choice === 'buy' ? 'Buy' : 'Sell'}
            </button>
          )}
        </For>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (connected() === null) chooseWallet();
          else trade().catch(reportError);
        }}
      >
        <label for="trade-amount">
          You {side() === 'buy' ? 'pay' : 'sell'}
          <Show when={balance.data() !== null}>
            <small> of {formatAmount(balance.data() ?? 0n, { fractionDigits: 2 })}</small>
          </Show>
        </label>
        <div class="amount">
          <input
            id="trade-amount"
            inputmode="decimal"
            autocomplete="off"
            placeholder="0.0"
            maxLength={60}
            aria-invalid={text() !== '' && amount() === null}
            value={text()}
            onInput={({ target }) => setText(target.value)}
          />
          <span>{unitIn()}</span>
        </div>
        <Presets
          side={side()}
          balance={balance.data()}
          onChoose={(chosen) => {
            setText(chosen);
          }}
        />
        <label for="trade-slippage">Slippage tolerance</label>
        <select
          id="trade-slippage"
          value={slippageBps()}
          onChange={({ target }) => setSlippageBps(Number(target.value))}
        >
          <For each={SLIPPAGES}>{(bps) => <option value={bps}>{bps / 100} %</option>}</For>
        </select>
        <Show when={shown()}>
          {(found) => (
            <>
              <QuoteFigures
                quote={found()}
                least={found().least}
                amount={found().amount}
                unitIn={unitIn()}
                unitOut={unitOut()}
                paid={paid()}
              />
              <Warnings warnings={found().warnings} />
            </>
          )}
        </Show>
        <Show when={asked() !== null && quote.error()}>
          <Failure error={quote.error()} />
        </Show>
        <button
          type="submit"
          class={`submit ${side()}`}
          disabled={sending.isBusy() || (connected() !== null && shown() === null)}
        >
          {connected() === null
            ? 'Connect a wallet to trade'
            : `${side() === 'buy' ? 'Buy' : 'Sell'} ${symbol()}`}
        </button>
        <SendingStatus sending={sending} />
      </form>
    </section>
  );
}

/** A payload takes what was shown, gives at least that, and has no warning that was not there. */
function expectShown(payload: TradePayload, shown: CurveQuote & { readonly least: bigint }): void {
  const known = new Set(shown.warnings.map(({ code }) => code));
  if (payload.amountIn !== shown.amountIn || payload.minOut !== String(shown.least))
    throw new NotAsShown('The price moved. Look at the new numbers, then press again.');
  if (payload.warnings.some(({ code }) => !known.has(code)))
    throw new NotAsShown('There is a new warning. Read it, then press again.');
}

function Presets(props: {
  readonly side: Side;
  readonly balance: bigint | null;
  readonly onChoose: (text: string) => void;
}): JSX.Element {
  const shares = (): readonly (readonly [string, string])[] => {
    if (props.side === 'buy') return BUYS.map((text) => [text, text]);
    const { balance } = props;
    if (balance === null || balance === 0n) return [];
    return [25n, 50n, 100n].map((percent) => [`${percent} %`, plainAmount((balance * percent) / 100n)]);
  };
  return (
    <div class="presets">
      <For each={shares()}>
        {([name, text]) => (
          <button
            type="button"
            onClick={() => {
              props.onChoose(text);
            }}
          >
            {name}
          </button>
        )}
      </For>
    </div>
  );
}

/** All digits of an amount, as one may type it. */
function plainAmount(wei: bigint): string {
  return formatAmount(wei, { fractionDigits: 18 }).replaceAll(',', '');
}

function readAmount(text: string): bigint | null {
  try {
    const wei = parseAmount(text);
    return wei > 0n && String(wei).length <= 78 ? asBigInt(String(wei)) : null;
  } catch {
    return null;
  }
}
