import { formatChange, formatPrice, getApp, listCandles, listHolders, type AppDetail } from '@slipway/sdk';
import type { StreamActivity, StreamPrice } from '@slipway/sdk/stream';
import { createEffect, createMemo, createSignal, For, onCleanup, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createFollow } from '../market/create-follow.js';
import { createRead } from '../client/create-read.js';
import { Failure } from '../text/failure.jsx';
import { isWithoutUsd, shortAddress, trendOf, wholeTokens } from '../text/figures.js';
import { plainText } from '../text/plain-text.js';
import { Untrusted } from '../text/untrusted.jsx';
import { AppFigures, Windows } from './app-figures.jsx';
import { ChartPanel, type Interval } from './chart-panel.jsx';
import { CopyButton } from '../text/copy-button.jsx';
import { createHistory, isSameSeries, type LiveCandles, type Series } from './create-history.js';
import { AppPicture } from './app-picture.jsx';
import { CurveProgress } from './curve-progress.jsx';
import { HoldersTable } from './holders-table.jsx';
import { badgeWords } from './launch-report/launch-words.js';
import { LaunchPanel } from './launch-report/launch-panel.jsx';
import { TradePanel } from './trade-panel.jsx';
import { TradesTable } from './trades-table.jsx';

/** Figures that the stream does not tell are read again after trades, so much later. */
const REREAD_MS = 3_000;
const HOLDERS = 12;

/** One app: its chart and trades as they come, its holders, and a place to trade it. */
export default function AppPage(props: {
  readonly token: string;
  /** Whether its reader asked for the picture. */
  readonly hasPicture: boolean;
}): JSX.Element {
  const app = createRead(
    () => props.token,
    (tokenAddress, signal) => getApp(client, { tokenAddress }, { signal }),
  );
  const holders = createRead(
    () => props.token,
    (tokenAddress, signal) => listHolders(client, { tokenAddress, limit: HOLDERS }, { signal }),
  );
  const [interval, setCandleInterval] = createSignal<Interval>('15m');
  const isInPlatform = (): boolean => {
    const found = app.data();
    return found !== null && isWithoutUsd(found);
  };
  const series = createMemo(
    (): Series => ({
      ...{ tokenAddress: props.token, interval: interval() },
      currency: isInPlatform() ? 'platform' : 'usd',
    }),
    undefined,
    { equals: isSameSeries },
  );
  /** The stream's candles are in USD. */
  const ofPlatform = createRead(
    () => (isInPlatform() ? series() : null),
    (asked, signal) =>
      listCandles(client, asked, { signal }).then(({ candles }) => ({ series: asked, candles })),
  );
  const [streamed, setStreamed] = createSignal<LiveCandles | null>(null);
  const history = createHistory(
    series,
    () => (isInPlatform() ? ofPlatform.data() : streamed()),
    () => app.data()?.launchedAt ?? new Date().toISOString(),
  );
  const [trades, setTrades] = createSignal<readonly StreamActivity[]>([]);
  const [price, setPrice] = createSignal<StreamPrice | null>(null);
  /** The block of the last trade or price: quotes are of it or later. */
  const [movedAt, setMovedAt] = createSignal(0);
  let rereading: number | undefined;
  const readAgainSoon = (): void => {
    rereading ??= window.setTimeout(() => {
      rereading = undefined;
      app.again();
      ofPlatform.again();
      holders.again();
    }, REREAD_MS);
  };
  onCleanup(() => {
    window.clearTimeout(rereading);
  });
  const state = createFollow(
    () => {
      const { token } = props;
      return [`candles:${token}:${interval()}`, `trades:${token}`, `prices:${token}`] as const;
    },
    (market, { event, data }) => {
      if (event === 'price' || event === 'snapshot') setMovedAt(data.block ?? 0);
      if (event === 'trade') setMovedAt(data.blockNumber);
      // Blocks were taken back: the newest may be before the last one.
      if (event === 'retract' || event === 'reset') setMovedAt(0);
      if (event !== 'trade' && event !== 'price') {
        const candles = market.candles(`candles:${props.token}:${interval()}`);
        setStreamed({
          series: { tokenAddress: props.token, interval: interval(), currency: 'usd' },
          candles,
        });
      }
      setTrades(market.activity(`trades:${props.token}`));
      setPrice(market.price(props.token));
      if (event !== 'snapshot' && event !== 'finalized') readAgainSoon();
    },
  );
  const usd = (): number | null => (price() ?? app.data())?.priceUsd ?? null;
  const change = (): number | null => {
    const told = price();
    return told === null ? (app.data()?.priceChange24h ?? null) : told.change24h;
  };
  createEffect(() => {
    const found = app.data();
    if (found !== null)
      document.title = `${plainText(found.symbol, 12)} ${formatPrice(usd(), found.priceInPlatform)} · Slipway`;
  });
  return (
    <>
      <Show when={app.data() === null && app.error()}>
        <Failure error={app.error()} retry={app.again} />
      </Show>
      <Show when={app.data()}>
        {(found) => (
          <>
            <Show when={found().hidden}>
              <p class="warning" role="status">
                The operators of this market keep this app out of its lists.
              </p>
            </Show>
            <AppHeader app={found()} usd={usd()} change={change()} hasPicture={props.hasPicture} />
            <div class="app-columns">
              <div class="stack column-chart">
                <ChartPanel
                  symbol={plainText(found().symbol, 12)}
                  interval={interval()}
                  onInterval={setCandleInterval}
                  history={history}
                  isInPlatform={isInPlatform()}
                  supply={wholeTokens(found().totalSupply)}
                  change={change()}
                  live={state()}
                />
              </div>
              <div class="stack column-trade">
                <TradePanel app={found()} movedAt={movedAt()} onTraded={readAgainSoon} />
                <CurveProgress app={found()} />
                <AppFigures app={found()} hasPicture={props.hasPicture} />
              </div>
              <div class="stack column-tables">
                <TradesTable trades={trades()} />
                <LaunchPanel app={found()} />
                <Show when={holders.data()}>{(list) => <HoldersTable list={list()} />}</Show>
              </div>
            </div>
          </>
        )}
      </Show>
    </>
  );
}

function AppHeader(props: {
  readonly app: AppDetail;
  readonly usd: number | null;
  readonly change: number | null;
  readonly hasPicture: boolean;
}): JSX.Element {
  return (
    <header class="app-head">
      <AppPicture app={props.app} isAskedFor={props.hasPicture} />
      <div class="app-title">
        <h1>
          <Untrusted text={props.app.name} most={64} />
        </h1>
        <p>
          <Untrusted text={props.app.symbol} most={24} /> <code>{shortAddress(props.app.tokenAddress)}</code>{' '}
          <CopyButton text={props.app.tokenAddress} /> <small>by {shortAddress(props.app.creator)}</small>
        </p>
        <ul class="badges">
          <For each={badgeWords(props.app.launchReport)}>
            {(words) => (
              <li>
                <a href="#launch">{words}</a>
              </li>
            )}
          </For>
        </ul>
      </div>
      <div class="app-price">
        <strong>{formatPrice(props.usd, props.app.priceInPlatform)}</strong>
        <span class={trendOf(props.change)}>
          {props.change === null ? 'New' : `${formatChange(props.change)} 24 h`}
        </span>
      </div>
      <Windows app={props.app} />
    </header>
  );
}
