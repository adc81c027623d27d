import {
  formatUsd,
  getPortfolioHistory,
  type PortfolioHistory,
  type PortfolioHistoryPoint,
} from '@slipway/sdk';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { Failure } from '../text/failure.jsx';
import { axisMarks, drawHistory, drawMarks, HISTORY_HEIGHT, HISTORY_WIDTH } from './draw-history.js';

type Period = PortfolioHistory['period'];

const PERIODS: readonly Period[] = ['24h', '7d', '30d', '1y', 'all'];

/** Rows of the table beside the plot. */
const TABLE_ROWS = 10;

/** How a wallet's value went: a plot for eyes, a table for everybody. */
export function HistoryPanel(props: { readonly address: string; readonly trades: number }): JSX.Element {
  const [period, setPeriod] = createSignal<Period>('7d');
  const history = createOwnRead(
    () => ({ address: props.address, period: period() }),
    (asked, signal) => getPortfolioHistory(client, asked, { signal }),
    () => props.trades,
  );
  const points = (): readonly PortfolioHistoryPoint[] => history.data()?.points ?? [];
  const marks = (): readonly number[] => axisMarks(points());
  /** Three moments: the first, one in the middle, the last. */
  const times = (): readonly string[] =>
    [0, 0.5, 1].flatMap((part) => {
      const { timestamp } = points()[Math.round(part * (points().length - 1))] ?? {};
      return timestamp === undefined ? [] : timeText(timestamp, period());
    });
  return (
    <section class="panel" aria-labelledby="history-title">
      <header class="section-head">
        <h2 id="history-title">Value over time</h2>
        <div class="choices" role="group" aria-label="Period">
          <For each={PERIODS}>
            {(choice) => (
              <button
                type="button"
                aria-pressed={period() === choice}
                onClick={() => {
                  setPeriod(choice);
                }}
              >
                {choice}
              </button>
            )}
          </For>
        </div>
      </header>
      <Show when={history.error()}>
        <Failure error={history.error()} retry={history.again} />
      </Show>
      <div class="plot">
        <svg
          class="history"
          viewBox={`0 0 ${HISTORY_WIDTH} ${HISTORY_HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Value of the portfolio, now ${formatUsd(points().at(-1)?.valueUsd)}`}
        >
          <path class="marks" d={drawMarks(marks())} />
          <path class="line" d={drawHistory(points(), marks())} />
        </svg>
        <ul class="plot-values" aria-hidden="true">
          <For each={[...marks()].reverse()}>{(value) => <li>{formatUsd(value)}</li>}</For>
        </ul>
        <ul class="plot-times" aria-hidden="true">
          <For each={times()}>{(time) => <li>{time}</li>}</For>
        </ul>
      </div>
      <details class="chart-table">
        <summary>The last values as a table</summary>
        <Show when={points().length > 0} fallback={<p class="quiet">Nothing yet.</p>}>
          <table aria-labelledby="history-title">
            <thead>
              <tr>
                <For each={['Time (UTC)', 'Value', 'Profit']}>{(name) => <th scope="col">{name}</th>}</For>
              </tr>
            </thead>
            <tbody>
              <For each={points().slice(-TABLE_ROWS).reverse()}>
                {(point) => (
                  <tr>
                    <td>{utcText(point.timestamp)}</td>
                    <td>{formatUsd(point.valueUsd)}</td>
                    <td>{formatUsd(point.pnlUsd)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </Show>
      </details>
    </section>
  );
}

const utcText = (timestamp: string): string => timestamp.slice(0, 16).replace('T', ' ');

/** A moment below the plot, UTC: its time of the day where the plot is of one. */
function timeText(timestamp: string, period: Period): string {
  return period === '24h' ? utcText(timestamp).slice(-5) : utcText(timestamp).slice(0, 10);
}
