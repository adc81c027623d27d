import { formatAmount, formatCount, formatUsd, getLeaderboard, type Leaderboard } from '@slipway/sdk';
import { createSignal, For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createRead } from '../client/create-read.js';
import { linkTo } from '../page/router.js';
import { Failure } from '../text/failure.jsx';
import { shortAddress } from '../text/figures.js';
import { Untrusted } from '../text/untrusted.jsx';

const PLACES = 10;

const BOARDS: readonly { readonly board: Leaderboard['board']; readonly name: string }[] = [
  { board: 'apps', name: 'Apps' },
  { board: 'traders', name: 'Traders' },
  { board: 'creators', name: 'Creators' },
];

/** Who leads over seven days. */
export function Boards(): JSX.Element {
  const [board, setBoard] = createSignal<Leaderboard['board']>('apps');
  const read = createRead(board, (asked, signal) =>
    getLeaderboard(client, { board: asked, limit: PLACES, window: '7d' }, { signal }),
  );
  return (
    <section class="panel boards" aria-labelledby="boards-title">
      <header class="section-head">
        <h2 id="boards-title">Leaderboards of 7 days</h2>
        <div class="choices" role="group" aria-label="Leaderboard">
          <For each={BOARDS}>
            {(choice) => (
              <button
                type="button"
                aria-pressed={board() === choice.board}
                onClick={() => setBoard(choice.board)}
              >
                {choice.name}
              </button>
            )}
          </For>
        </div>
      </header>
      <Show when={read.error()}>
        <Failure error={read.error()} retry={read.again} />
      </Show>
      <Show when={read.last()}>{(found) => <BoardTable board={found()} />}</Show>
    </section>
  );
}

function BoardTable(props: { readonly board: Leaderboard }): JSX.Element {
  return (
    <table aria-label={`${props.board.board} by ${props.board.metric}`}>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">{props.board.board === 'apps' ? 'App' : 'Wallet'}</th>
          <th scope="col">{props.board.metric.replace('_', ' ')}</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.board.entries}>
          {(entry) => (
            <tr>
              <td>{entry.rank}</td>
              <td>
                <Show when={entry.symbol} fallback={<code>{shortAddress(entry.address)}</code>}>
                  {(symbol) => (
                    <a href={linkTo(`app/${entry.address}`)}>
                      <Untrusted text={symbol()} most={14} />
                    </a>
                  )}
                </Show>
              </td>
              <td>
                {entry.partial ? '≥ ' : ''}
                {formatValue(entry.value, props.board.unit)}
              </td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  );
}

function formatValue(value: string, unit: Leaderboard['unit']): string {
  if (unit === 'usd') return formatUsd(Number(value));
  return unit === 'platform' ? formatAmount(value, { fractionDigits: 2 }) : formatCount(Number(value));
}
