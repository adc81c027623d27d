import { formatAmount, formatPrice, formatUsd, type CandleSeries } from '@slipway/sdk';
import type { CandleChart, ChartColours } from '@slipway/sdk/chart';
import type { StreamCandle } from '@slipway/sdk/stream';
import { createEffect, createSignal, For, on, onCleanup, onMount, Show, type JSX } from 'solid-js';
import type { LiveState } from '../market/create-follow.js';
import { LiveMark } from '../market/live-mark.jsx';
import { theme } from '../shell/theme.js';

export type Interval = CandleSeries['interval'];

const INTERVALS: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

/** Rows of the table beside the chart. */
const TABLE_ROWS = 12;

interface Props {
  readonly symbol: string;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  readonly candles: readonly StreamCandle[];
  /** Whether candles are in platform tokens, not in USD. */
  readonly isInPlatform: boolean;
  /** Whole tokens that there are: a price times these is a market cap. */
  readonly supply: number;
  /** Of 24 hours, as the page tells it. */
  readonly change: number | null;
  readonly live: LiveState;
}

/** An app's candles as they come: a chart for eyes, a table for everybody. */
export function ChartPanel(props: Props): JSX.Element {
  let place: HTMLDivElement | undefined;
  let chart: CandleChart | null = null;
  let isOver = false;
  const [isMarketCap, setMarketCap] = createSignal(false);
  const factor = (): number => (isMarketCap() ? props.supply : 1);
  onMount(() => {
    import('@slipway/sdk/chart').then(({ CandleChart }) => {
      if (isOver || place === undefined) return;
      chart = new CandleChart(place, {
        ...{ colours: readColours(), rightOffset: 3 },
        ...(props.isInPlatform && { sign: '' }),
      });
      chart.showTrend(props.change);
      chart.show(props.candles, factor());
    }, reportError);
  });
  onCleanup(() => {
    isOver = true;
    chart?.remove();
  });
  createEffect(() => {
    const { candles } = props;
    const times = factor();
    chart?.show(candles, times);
  });
  createEffect(() => {
    const { change } = props;
    chart?.showTrend(change);
  });
  createEffect(
    on(
      theme,
      () => {
        chart?.setColours(readColours());
        chart?.showTrend(props.change);
        chart?.show(props.candles, factor());
      },
      { defer: true },
    ),
  );
  const summary = (): string => {
    const last = props.candles.at(-1);
    return last === undefined
      ? `Candles of ${props.symbol}: none yet`
      : `${props.candles.length} candles of ${props.symbol}, the last closes at ${formatIn(props.isInPlatform, last.close * factor())}`;
  };
  return (
    <section class="panel chart-panel" aria-labelledby="chart-title">
      <header class="section-head">
        <h2 id="chart-title">
          {isMarketCap() ? "Market cap at today's supply" : 'Price'}, in{' '}
          {props.isInPlatform ? 'platform tokens' : 'USD'}
        </h2>
        <div class="choices" role="group" aria-label="What the chart shows">
          <button type="button" aria-pressed={!isMarketCap()} onClick={() => setMarketCap(false)}>
            Price
          </button>
          <button type="button" aria-pressed={isMarketCap()} onClick={() => setMarketCap(true)}>
            Market cap
          </button>
        </div>
        <div class="choices" role="group" aria-label="Interval of candles">
          <For each={INTERVALS}>
            {(interval) => (
              <button
                type="button"
                aria-pressed={props.interval === interval}
                onClick={() => {
                  props.onInterval(interval);
                }}
              >
                {interval}
              </button>
            )}
          </For>
        </div>
      </header>
      <div ref={(element) => (place = element)} class="chart" role="img" aria-label={summary()} />
      <details class="chart-table">
        <summary>The last candles as a table</summary>
        <CandleTable candles={props.candles} factor={factor()} isInPlatform={props.isInPlatform} />
      </details>
      <p class="chart-credit">
        <LiveMark state={props.live} />
        <small>
          Charts by{' '}
          <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
            TradingView
          </a>
        </small>
      </p>
    </section>
  );
}

function formatIn(isInPlatform: boolean, price: number): string {
  return isInPlatform ? formatPrice(null, String(price)) : formatUsd(price);
}

function CandleTable(props: {
  readonly candles: readonly StreamCandle[];
  readonly factor: number;
  readonly isInPlatform: boolean;
}): JSX.Element {
  const price = (figure: number): string => formatIn(props.isInPlatform, figure * props.factor);
  const rows = (): readonly StreamCandle[] => props.candles.slice(-TABLE_ROWS).reverse();
  return (
    <Show when={rows().length > 0} fallback={<p class="quiet">No trades yet.</p>}>
      <table class="candles" aria-label="The last candles, newest first">
        <thead>
          <tr>
            <For each={['Time (UTC)', 'Open', 'High', 'Low', 'Close', 'Volume']}>
              {(name) => <th scope="col">{name}</th>}
            </For>
          </tr>
        </thead>
        <tbody>
          <For each={rows()}>
            {(candle) => (
              <tr>
                <td>{candle.openTime.slice(5, 16).replace('T', ' ')}</td>
                <td>{price(candle.open)}</td>
                <td>{price(candle.high)}</td>
                <td>{price(candle.low)}</td>
                <td>{price(candle.close)}</td>
                <td>
                  {props.isInPlatform
                    ? formatAmount(candle.volumePlatform, { fractionDigits: 2 })
                    : formatUsd(candle.volumeUsd)}
                </td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </Show>
  );
}

/** The colours of the theme that the page has now, as `rgb(..)`: the chart's library does not know `light-dark()`. */
function readColours(): ChartColours {
  const probe = document.createElement('span');
  document.body.append(probe);
  const [text, grid, up, down] = ['muted', 'line', 'up', 'down'].map((name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  }) as [string, string, string, string];
  probe.remove();
  return { text, grid, up, down };
}
