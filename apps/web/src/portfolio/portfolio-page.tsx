import { formatAmount, formatChange, formatUsd, getConfig, getPortfolio, type Portfolio } from '@slipway/sdk';
import { createSignal, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { createRead } from '../client/create-read.js';
import { createTradeWatch } from '../market/create-trade-watch.js';
import { Failure } from '../text/failure.jsx';
import { trendOf } from '../text/figures.js';
import { WhenSignedIn } from '../wallet/when-signed-in.jsx';
import { DownloadsPanel } from './downloads-panel.jsx';
import { HistoryPanel } from './history-panel.jsx';
import { PositionsPanel } from './positions-panel.jsx';

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
  const overview = createOwnRead(
    () => props.address,
    (address, signal) => getPortfolio(client, { address }, { signal }),
    trades,
  );
  /** The moment that positions are shown of; null: now. */
  const [at, setAt] = createSignal<string | null>(null);
  return (
    <div class="stack">
      <Show when={overview.error()}>
        <Failure error={overview.error()} retry={overview.again} />
      </Show>
      <Show when={overview.data()}>{(found) => <Totals overview={found()} />}</Show>
      <HistoryPanel address={props.address} trades={trades()} />
      <PositionsPanel address={props.address} trades={trades()} at={at()} onAt={setAt} />
      <DownloadsPanel address={props.address} at={at()} />
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
