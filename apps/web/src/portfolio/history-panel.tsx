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
import { drawHistory, HISTORY_HEIGHT, HISTORY_WIDTH } from './draw-history.js';

type Period = PortfolioHistory['period'];

const PERIODS: readonly Period[] = ['24h', '7d', '30d', '1y', 'all'];

/** Rows of the table beside the plot. */
const TABLE_ROWS = 10;

/** How a wallet's value went: a plot for eyes, a table for everybody. */
export function HistoryPanel(props: { readonly address: string; readonly trades: number }): JSX.Element {
  const [period, setPeriod] = createSignal<Period>('7d');
  const history = createOwnRead(
    () => ({ address: props.address, period: period(), trades: props.trades }),
    ({ address, period: asked }, signal) =>
      getPortfolioHistory(client, { address, period: asked }, { signal }),
  );
  const points = (): readonly PortfolioHistoryPoint[] => history.data()?.points ?? [];
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
      <svg
        class="history"
        viewBox={`0 0 ${HISTORY_WIDTH} ${HISTORY_HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Value of the portfolio, now ${formatUsd(points().at(-1)?.valueUsd)}`}
      >
        <path class="line" d={drawHistory(points())} />
      </svg>
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
                    <td>{point.timestamp.slice(0, 16).replace('T', ' ')}</td>
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
