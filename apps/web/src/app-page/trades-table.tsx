import { formatAmount, formatPrice, formatUsd } from '@slipway/sdk';
import type { StreamActivity } from '@slipway/sdk/stream';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { address } from '../wallet/connected.js';
import { nowMs } from '../text/clock.js';
import { formatAge, shortAddress, valueInPlatform, wholeTokens } from '../text/figures.js';

/** A trade of so much is large. */
const LARGE_USD = 100;

const isMine = ({ trader }: StreamActivity): boolean => trader !== null && trader === address();

const FILTERS: readonly { readonly name: string; readonly has: (trade: StreamActivity) => boolean }[] = [
  { name: 'All', has: () => true },
  { name: 'Mine', has: isMine },
  { name: `From ${formatUsd(LARGE_USD)}`, has: ({ valueUsd }) => (valueUsd ?? 0) >= LARGE_USD },
];

/** Of a trade, with its fee. */
function priceInPlatform(trade: StreamActivity): number | null {
  const value = valueInPlatform(trade);
  return value === null || trade.tokenAmount === null ? null : value / wholeTokens(trade.tokenAmount);
}

/** The last trades of an app, newest first, as they come. */
export function TradesTable(props: { readonly trades: readonly StreamActivity[] }): JSX.Element {
  const [filter, setFilter] = createSignal(0);
  const hasUsd = (): boolean =>
    props.trades.length === 0 || props.trades.some(({ valueUsd }) => valueUsd !== null);
  const filters = (): typeof FILTERS => (hasUsd() ? FILTERS : FILTERS.slice(0, -1));
  const trades = (): readonly StreamActivity[] => {
    const has = FILTERS[filter()]?.has;
    return has === undefined ? props.trades : props.trades.filter((trade) => has(trade));
  };
  return (
    <section class="panel trades" aria-labelledby="trades-title">
      <header class="section-head">
        <h2 id="trades-title">Last trades</h2>
        <div class="choices" role="group" aria-label="Which trades">
          <For each={filters()}>
            {({ name }, index) => (
              <button type="button" aria-pressed={filter() === index()} onClick={() => setFilter(index())}>
                {name}
              </button>
            )}
          </For>
        </div>
      </header>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="trades-title">
        <Show
          when={trades().length > 0}
          fallback={<p class="quiet">{props.trades.length > 0 ? 'None of these.' : 'No trades yet.'}</p>}
        >
          <table aria-labelledby="trades-title">
            <thead>
              <tr>
                <For each={['Trade', 'Tokens', 'Price', 'Value', 'Trader', 'Ago']}>
                  {(name) => <th scope="col">{name}</th>}
                </For>
              </tr>
            </thead>
            <tbody>
              <For each={trades()}>{(trade) => <TradeRow trade={trade} />}</For>
            </tbody>
          </table>
        </Show>
      </div>
    </section>
  );
}

function TradeRow(props: { readonly trade: StreamActivity }): JSX.Element {
  const isOwn = (): boolean => isMine(props.trade);
  return (
    <tr classList={{ own: isOwn() }}>
      <td class={props.trade.type === 'sell' ? 'down' : 'up'}>
        {props.trade.type === 'sell' ? 'Sell' : 'Buy'}
      </td>
      <td>{formatAmount(props.trade.tokenAmount ?? '0', { fractionDigits: 2 })}</td>
      <td>{formatPrice(props.trade.priceUsd, priceInPlatform(props.trade))}</td>
      <td>{formatPrice(props.trade.valueUsd, valueInPlatform(props.trade))}</td>
      <td>
        <Show when={!isOwn()} fallback="You">
          <code>{props.trade.trader === null ? '–' : shortAddress(props.trade.trader)}</code>
        </Show>
      </td>
      <td>{formatAge(props.trade.timestamp, nowMs())}</td>
    </tr>
  );
}
