import {
  formatAmount,
  formatChange,
  formatUsd,
  getConfig,
  getPortfolio,
  listPositions,
  type Portfolio,
  type Position,
} from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { createRead } from '../client/create-read.js';
import { createTradeWatch } from '../market/create-trade-watch.js';
import { linkTo } from '../page/router.js';
import { Failure } from '../text/failure.jsx';
import { trendOf } from '../text/figures.js';
import { Letters, Untrusted } from '../text/untrusted.jsx';
import { WhenSignedIn } from '../wallet/when-signed-in.jsx';
import { HistoryPanel } from './history-panel.jsx';

const MOST_POSITIONS = 100;

/** What a wallet has, what it made of it, and how that went. */
export default function PortfolioPage(): JSX.Element {
  document.title = 'Portfolio · Slipway';
  return (
    <>
      <h1>Portfolio</h1>
      <WhenSignedIn what="your portfolio">{(address) => <OwnPortfolio address={address} />}</WhenSignedIn>
    </>
  );
}

function OwnPortfolio(props: { readonly address: string }): JSX.Element {
  const trades = createTradeWatch(() => props.address);
  const question = (): { address: string; trades: number } => ({ address: props.address, trades: trades() });
  const overview = createOwnRead(question, ({ address }, signal) =>
    getPortfolio(client, { address }, { signal }),
  );
  const positions = createOwnRead(question, ({ address }, signal) =>
    listPositions(client, { address, limit: MOST_POSITIONS }, { signal }),
  );
  return (
    <div class="stack">
      <Show when={overview.error() ?? positions.error()}>
        {(error) => (
          <Failure
            error={error()}
            retry={() => {
              overview.again();
              positions.again();
            }}
          />
        )}
      </Show>
      <Show when={overview.data()}>{(found) => <Totals overview={found()} />}</Show>
      <HistoryPanel address={props.address} trades={trades()} />
      <Show when={positions.data()}>{(found) => <PositionTable positions={found().positions} />}</Show>
    </div>
  );
}

function Totals(props: { readonly overview: Portfolio }): JSX.Element {
  const config = createRead(
    () => true,
    (_asked, signal) => getConfig(client, {}, { signal }),
  );
  const gain = (): number | null => props.overview.unrealizedPnlUsd;
  const share = (): string => {
    const { totalCostUsd, unrealizedPnlUsd } = props.overview;
    const isKnown = totalCostUsd !== null && totalCostUsd > 0 && unrealizedPnlUsd !== null;
    return isKnown ? ` (${formatChange(unrealizedPnlUsd / totalCostUsd)})` : '';
  };
  return (
    <dl class="totals">
      <div class="panel">
        <dt>Value of positions</dt>
        <dd id="total-value">{formatUsd(props.overview.totalValueUsd)}</dd>
      </div>
      <div class="panel">
        <dt>Profit not taken</dt>
        <dd class={trendOf(gain())}>
          {formatUsd(gain())}
          {share()}
        </dd>
      </div>
      <div class="panel">
        <dt>Profit taken</dt>
        <dd class={trendOf(props.overview.realizedPnlUsd)}>{formatUsd(props.overview.realizedPnlUsd)}</dd>
      </div>
      <Show when={props.overview.platformToken}>
        {(token) => (
          <div class="panel">
            <dt>To trade with</dt>
            <dd>
              {formatAmount(token().balance, { fractionDigits: 2 })} {config.data()?.platformToken.symbol}{' '}
              <small>{formatUsd(token().valueUsd)}</small>
            </dd>
          </div>
        )}
      </Show>
    </dl>
  );
}

function PositionTable(props: { readonly positions: readonly Position[] }): JSX.Element {
  return (
    <section class="panel positions" aria-labelledby="positions-title">
      <h2 id="positions-title">Positions</h2>
      <Show
        when={props.positions.length > 0}
        fallback={
          <p class="quiet">
            None yet. <a href={linkTo('')}>Find an app</a>
          </p>
        }
      >
        <div class="scroll" tabindex="0" role="group" aria-labelledby="positions-title">
          <table aria-labelledby="positions-title">
            <thead>
              <tr>
                <For each={['App', 'Average cost', 'Value', 'Profit']}>
                  {(name) => <th scope="col">{name}</th>}
                </For>
              </tr>
            </thead>
            <tbody>
              <For each={props.positions}>
                {(position) => (
                  <tr>
                    <td class="named">
                      <a href={linkTo(`app/${position.tokenAddress}`)}>
                        <Letters name={position.symbol} tokenAddress={position.tokenAddress} />
                        <Untrusted text={position.symbol} most={14} />
                      </a>
                      <small>{formatAmount(position.balance, { fractionDigits: 2 })}</small>
                    </td>
                    <td>{formatUsd(position.avgEntryPriceUsd)}</td>
                    <td>{formatUsd(position.valueUsd)}</td>
                    <td class={trendOf(position.unrealizedPnlUsd)}>{formatUsd(position.unrealizedPnlUsd)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
    </section>
  );
}
