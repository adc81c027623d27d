import type { AppSummary } from '@slipway/sdk';
import type { StreamActivity, StreamPrice, StreamTopic } from '@slipway/sdk/stream';
import { createMemo, createSignal, type JSX } from 'solid-js';
import { createStore, reconcile } from 'solid-js/store';
import { createFollow } from '../market/create-follow.js';
import { linkTo } from '../page/router.js';
import { AppGrid } from './app-grid.jsx';
import { Boards } from './boards.jsx';
import { Ticker } from './ticker.jsx';

/** Of a stream's 50 topics two are the market's. */
const MOST_PRICES = 48;
const TICKER_ITEMS = 16;

/** The market: what trades now, every app, and who leads. */
export function HomePage(): JSX.Element {
  document.title = 'Slipway: a market of token-backed apps';
  const [tokens, setTokens] = createSignal<readonly string[] | null>(null);
  const [items, setItems] = createSignal<readonly StreamActivity[]>([]);
  const [launches, setLaunches] = createSignal(0);
  const [prices, setPrices] = createStore<Record<string, StreamPrice>>({});
  const priceTopics = createMemo(() => tokens()?.join(',') ?? null);
  const topics = (): readonly StreamTopic[] => {
    const shown = priceTopics();
    if (shown === null) return [];
    const addresses = shown === '' ? [] : shown.split(',');
    return ['apps', 'trades', ...addresses.map((token) => `prices:${token}` as const)];
  };
  const state = createFollow(topics, (market, { event, data }) => {
    if (event === 'price') setPrices(data.tokenAddress, reconcile(data));
    if (event === 'snapshot' && data.price !== undefined)
      setPrices(data.price.tokenAddress, reconcile(data.price));
    if (event === 'reset') setPrices(reconcile({}));
    if (event === 'launch') setLaunches((count) => count + 1);
    if (event === 'price' || event === 'finalized') return;
    const latest = [...market.activity('trades'), ...market.activity('apps')]
      .sort((a, b) => b.blockNumber - a.blockNumber || b.logIndex - a.logIndex)
      .slice(0, TICKER_ITEMS);
    setItems((before) => keepSame(before, latest));
  });
  return (
    <>
      <section class="hero">
        <h1>Apps with a token of their own</h1>
        <p>
          Launch one, and it trades from its first minute on a bonding curve.
          <a class="button primary" href={linkTo('launch')}>
            Launch an app
          </a>
        </p>
      </section>
      <Ticker items={items()} state={state()} />
      <div class="columns">
        <AppGrid
          priceOf={(token) => prices[token] ?? null}
          launches={launches}
          onApps={(apps: readonly AppSummary[]) => {
            const shown = apps.slice(0, MOST_PRICES).map(({ tokenAddress }) => tokenAddress);
            setTokens(shown.sort());
          }}
        />
        <Boards />
      </div>
    </>
  );
}

/** The same objects for rows that were shown before, so that only new ones are drawn. */
function keepSame(
  before: readonly StreamActivity[],
  latest: readonly StreamActivity[],
): readonly StreamActivity[] {
  return latest.map(
    (item) =>
      before.find(({ txHash, logIndex }) => txHash === item.txHash && logIndex === item.logIndex) ?? item,
  );
}
