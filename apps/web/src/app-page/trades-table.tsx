import { formatAmount, formatUsd } from '@slipway/sdk';
import type { StreamActivity } from '@slipway/sdk/stream';
import { For, Show, type JSX } from 'solid-js';
import { address } from '../wallet/connected.js';
import { nowMs } from '../text/clock.js';
import { formatAge, shortAddress } from '../text/figures.js';

/** Trades of an app, newest first, as they come. */
export function TradesTable(props: { readonly trades: readonly StreamActivity[] }): JSX.Element {
  return (
    <section class="panel" aria-labelledby="trades-title">
      <h2 id="trades-title">Trades</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="trades-title">
        <Show when={props.trades.length > 0} fallback={<p class="quiet">No trades yet.</p>}>
          <table aria-labelledby="trades-title">
            <thead>
              <tr>
                <For each={['Trade', 'Tokens', 'Price', 'Value', 'Trader', 'Ago']}>
                  {(name) => <th scope="col">{name}</th>}
                </For>
              </tr>
            </thead>
            <tbody>
              <For each={props.trades}>{(trade) => <TradeRow trade={trade} />}</For>
            </tbody>
          </table>
        </Show>
      </div>
    </section>
  );
}

function TradeRow(props: { readonly trade: StreamActivity }): JSX.Element {
  const isOwn = (): boolean => props.trade.trader !== null && props.trade.trader === address();
  return (
    <tr classList={{ own: isOwn() }}>
      <td class={props.trade.type === 'sell' ? 'down' : 'up'}>
        {props.trade.type === 'sell' ? 'Sell' : 'Buy'}
      </td>
      <td>{formatAmount(props.trade.tokenAmount ?? '0', { fractionDigits: 2 })}</td>
      <td>{formatUsd(props.trade.priceUsd)}</td>
      <td>{formatUsd(props.trade.valueUsd)}</td>
      <td>
        <Show when={!isOwn()} fallback="You">
          <code>{props.trade.trader === null ? '–' : shortAddress(props.trade.trader)}</code>
        </Show>
      </td>
      <td>{formatAge(props.trade.timestamp, nowMs())}</td>
    </tr>
  );
}
