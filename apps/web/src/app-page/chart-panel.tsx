import { formatAmount, formatPrice, formatUsd, type CandleSeries } from '@slipway/sdk';
import type { CandleChart, ChartColours, ChartView } from '@slipway/sdk/chart';
import type { StreamCandle } from '@slipway/sdk/stream';
import { createEffect, createSignal, For, on, onCleanup, onMount, Show, untrack, type JSX } from 'solid-js';
import type { LiveState } from '../market/create-follow.js';
import { LiveMark } from '../market/live-mark.jsx';
import { theme } from '../shell/theme.js';
import { ChartMoves, MOVE_KEYS, moveOf, type Move } from './chart-moves.jsx';
import { isSameSeries, type History, type Series } from './create-history.js';

export type Interval = CandleSeries['interval'];

const INTERVALS: readonly Interval[] = ['1m', '5m', '15m', '1h', '4h', '1d'];

/** Rows of the table beside the chart. */
const TABLE_ROWS = 12;

interface Props {
  readonly symbol: string;
  readonly interval: Interval;
  readonly onInterval: (interval: Interval) => void;
  readonly history: History;
  /** Whether candles are in platform tokens, not in USD. */
  readonly isInPlatform: boolean;
  /** Whole tokens that there are: a price times these is a market cap. */
  readonly supply: number;
  /** Of 24 hours, as the page tells it. */
  readonly change: number | null;
  readonly live: LiveState;
}

/** Of a view, by a button and by a key. */
const [BUTTON_PART, KEY_PART] = [0.8, 0.1];

/** An app's candles as they come, and back to its launch: a chart for eyes, a table for everybody. */
export function ChartPanel(props: Props): JSX.Element {
  let place: HTMLDivElement | undefined;
  let chart: CandleChart | null = null;
  let isOver = false;
  /** Of the candles that the chart has now. */
  let drawn: Series | null = null;
  /** Until its reader moves the chart nothing is read for it. */
  let isMoved = false;
  const [isMarketCap, setMarketCap] = createSignal(false);
  const [view, setView] = createSignal<ChartView | null>(null);
  const factor = (): number => (isMarketCap() ? props.supply : 1);
  const candles = (): readonly StreamCandle[] => props.history.shown().candles;
  const draw = (): void => {
    const [{ series, candles: all, isNewest }, times] = [props.history.shown(), factor()];
    chart?.markNewest(isNewest);
    const isSame = drawn !== null && isSameSeries(drawn, series);
    if (!isSame) isMoved = false;
    // What the chart then tells of its view is no reason to draw again.
    untrack(() => chart?.show(all, times, isSame));
    if (chart !== null) drawn = series;
  };
  const onView = (seen: ChartView): void => {
    setView(seen);
    if (isMoved) props.history.look(seen);
  };
  onMount(() => {
    import('@slipway/sdk/chart').then(({ CandleChart }) => {
      if (isOver || place === undefined) return;
      chart = new CandleChart(place, {
        ...{ colours: readColours(), rightOffset: 3, onView },
        ...(props.isInPlatform && { sign: '' }),
      });
      chart.showTrend(props.change);
      draw();
    }, reportError);
  });
  const onRelease = (): void => {
    props.history.hold(false);
  };
  window.addEventListener('pointerup', onRelease);
  window.addEventListener('pointercancel', onRelease);
  onCleanup(() => {
    isOver = true;
    chart?.remove();
    window.removeEventListener('pointerup', onRelease);
    window.removeEventListener('pointercancel', onRelease);
  });
  createEffect(draw);
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
        draw();
      },
      { defer: true },
    ),
  );
  const move = async (to: Move, part = BUTTON_PART): Promise<void> => {
    // What lies about the launch is read once the view is there.
    isMoved = to !== 'launch';
    const { before = 0, room = 0 } = view() ?? {};
    const step = Math.max(1, Math.round(room * part));
    if (to === 'launch') {
      const isRead = await props.history.readLaunch();
      isMoved = true;
      if (isRead) chart?.showFirst();
    }
    // Before the launch there is nothing to see.
    if (to === 'earlier')
      chart?.scrollBy(-(props.history.shown().isFirst ? Math.min(step, Math.max(0, before)) : step));
    if (to === 'later') chart?.scrollBy(Math.min(step, Math.max(0, view()?.after ?? 0) + 3));
    if (to !== 'newest') return;
    props.history.showNewest();
    chart?.showNewest();
  };
  const onMove = (to: Move, part?: number): void => {
    move(to, part).catch(reportError);
  };
  const onKey = (event: KeyboardEvent): void => {
    const to = moveOf(event);
    if (to === null) return;
    event.preventDefault();
    onMove(to, KEY_PART);
  };
  const isAtNewest = (): boolean => (view()?.after ?? 0) <= 0;
  /** Those in view, up to the newest of them. */
  const inView = (): readonly StreamCandle[] =>
    isAtNewest() ? candles() : candles().slice(0, -(view()?.after ?? 0));
  const summary = (): string => {
    const { symbol } = props;
    const last = inView().at(-1);
    if (last === undefined) return `Candles of ${symbol}: none yet`;
    const close = formatIn(props.isInPlatform, last.close * factor());
    const { interval } = props.history.shown().series;
    if (isAtNewest())
      return `${candles().length} candles of ${symbol}, ${interval} each, the last closes at ${close}`;
    const first = inView()[Math.max(0, view()?.before ?? 0)] ?? last;
    const open = formatIn(props.isInPlatform, first.open * factor());
    return `Candles of ${symbol}, ${interval} each, in view: from ${utcText(first.openTime)} UTC, which opens at ${open}, to ${utcText(last.openTime)} UTC, which closes at ${close}`;
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
      <div
        ref={(element) => (place = element)}
        class="chart"
        role="img"
        aria-label={summary()}
        aria-keyshortcuts={MOVE_KEYS}
        tabindex="0"
        onKeyDown={onKey}
        onPointerDown={() => {
          isMoved = true;
          props.history.hold(true);
        }}
        // The chart itself listens below, and moves first otherwise.
        on:wheel={{ handleEvent: () => (isMoved = true), capture: true, passive: true }}
      />
      <ChartMoves
        history={props.history}
        isAtFirst={(view()?.before ?? 0) <= 0}
        isAtNewest={isAtNewest()}
        onMove={onMove}
      />
      <details class="chart-table">
        <summary>The last candles {isAtNewest() ? '' : 'in view '}as a table</summary>
        <CandleTable candles={inView()} factor={factor()} isInPlatform={props.isInPlatform} />
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

const utcText = (openTime: string): string => openTime.slice(0, 16).replace('T', ' ');

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
