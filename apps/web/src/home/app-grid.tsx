import { listApps, type AppSummary, type ParamsOf } from '@slipway/sdk';
import type { StreamPrice } from '@slipway/sdk/stream';
import { createEffect, createSignal, For, on, Show, type Accessor, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';
import { Failure } from '../text/failure.jsx';
import { AppCard } from './app-card.jsx';

/** Cards of one page. */
const PAGE_APPS = 24;

type Query = ParamsOf<'listApps'>;

const ORDERS: readonly { readonly name: string; readonly query: Query }[] = [
  { name: 'Trending', query: { sort: 'trending' } },
  { name: 'New', query: { sort: 'newest' } },
  { name: 'Market cap', query: { sort: 'market_cap' } },
  { name: 'Gainers', query: { sort: 'price_change' } },
  { name: 'Near graduation', query: { sort: 'curve_progress', stage: 'curve' } },
  { name: 'Graduated', query: { sort: 'market_cap', stage: 'graduated' } },
];

interface Props {
  readonly priceOf: (tokenAddress: string) => StreamPrice | null;
  /** Called with the apps that are shown, once they were read. */
  readonly onApps: (apps: readonly AppSummary[]) => void;
  /** How often an app was launched while the page was open. */
  readonly launches: Accessor<number>;
}

/** Cards in the order of one's choice, page by page. */
export function AppGrid(props: Props): JSX.Element {
  const [order, setOrder] = createSignal(0);
  const [isList, setList] = createSignal(false);
  const [more, setMore] = createSignal<string | null>(null);
  const [apps, setApps] = createSignal<readonly AppSummary[]>([]);
  const page = createRead(
    () => ({ query: ORDERS[order()]?.query ?? {}, cursor: more() }),
    async ({ query, cursor }, signal) => {
      const params = { ...query, limit: PAGE_APPS, sparkline: '24h' as const };
      const found = await listApps(client, { ...params, ...(cursor !== null && { cursor }) }, { signal });
      setApps((before) => (cursor === null ? found.apps : [...before, ...found.apps]));
      return found;
    },
  );
  const choose = (index: number): void => {
    setMore(null);
    setOrder(index);
  };
  createEffect(() => {
    if (page.data() !== null) props.onApps(apps());
  });
  createEffect(
    on(
      props.launches,
      () => {
        if (ORDERS[order()]?.query.sort === 'newest' && more() === null) page.again();
      },
      { defer: true },
    ),
  );
  return (
    <section aria-labelledby="apps-title">
      <header class="section-head">
        <h2 id="apps-title">Apps</h2>
        <div class="choices" role="group" aria-label="Order and look of apps">
          <For each={ORDERS}>
            {({ name }, index) => (
              <button
                type="button"
                aria-pressed={order() === index()}
                onClick={() => {
                  choose(index());
                }}
              >
                {name}
              </button>
            )}
          </For>
          <button type="button" aria-pressed={isList()} onClick={() => setList((was) => !was)}>
            As a list
          </button>
        </div>
      </header>
      <Show when={page.error()}>
        <Failure error={page.error()} retry={page.again} />
      </Show>
      <ul class="cards" classList={{ list: isList() }} aria-busy={page.isReading()}>
        <For each={apps()} fallback={<Placeholders isReading={page.last() === null && !page.error()} />}>
          {(app) => <AppCard app={app} live={props.priceOf(app.tokenAddress)} />}
        </For>
      </ul>
      <Show when={page.last()?.nextCursor}>
        {(cursor) => (
          <button type="button" class="more" disabled={page.isReading()} onClick={() => setMore(cursor())}>
            More apps
          </button>
        )}
      </Show>
    </section>
  );
}

function Placeholders(props: { readonly isReading: boolean }): JSX.Element {
  return (
    <Show when={props.isReading} fallback={<li class="quiet">No apps here yet.</li>}>
      <For each={Array.from({ length: 6 })}>{() => <li class="card waiting" aria-hidden="true" />}</For>
    </Show>
  );
}
