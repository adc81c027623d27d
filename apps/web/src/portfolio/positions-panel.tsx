import { formatAmount, formatUsd, listPositions, withResponse, type Position } from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';
import { client } from '../client/client.js';
import { createOwnRead } from '../market/create-own-read.js';
import { linkTo } from '../page/router.js';
import { Failure } from '../text/failure.jsx';
import { trendOf } from '../text/figures.js';
import { Letters, Untrusted } from '../text/untrusted.jsx';
import { AsOfForm } from './as-of-form.jsx';
import { momentFailure, utcText } from './moment.js';

const MOST_POSITIONS = 100;

interface Props {
  readonly address: string;
  /** Counts the wallet's trades: positions of now are read again after each. */
  readonly trades: number;
  /** The moment that is shown; null: now. */
  readonly at: string | null;
  readonly onAt: (at: string | null) => void;
}

/** What a wallet has now, or had at a moment. */
export function PositionsPanel(props: Props): JSX.Element {
  const positions = createOwnRead(
    () => ({ address: props.address, at: props.at }),
    async ({ address, at }, signal) => {
      const params = { address, limit: MOST_POSITIONS, ...(at !== null && { at }) };
      const { data, headers, ...found } = await withResponse(listPositions, client, params, { signal });
      return { ...found, at, positions: data.positions, isWhole: headers.get('link') === null };
    },
    () => (props.at === null ? props.trades : 0),
  );
  const failure = (): unknown => {
    const words = positions.error() === null ? null : momentFailure(positions.error());
    return words === null ? positions.error() : new Error(words);
  };
  return (
    <section class="panel positions" aria-labelledby="positions-title">
      <header class="section-head">
        <h2 id="positions-title">Positions</h2>
        <AsOfForm at={props.at} onAt={props.onAt} />
      </header>
      <Show when={failure()}>{(error) => <Failure error={error()} retry={positions.again} />}</Show>
      <p class="quiet" role="status">
        <Show when={positions.data()} fallback={positions.isReading() ? 'Reading positions' : ''}>
          {(found) => (
            <>
              {found().at === null ? 'Now' : 'As of'} {utcText(found().asOfTime ?? '')}, block{' '}
              {found().asOfBlock}
              {found().isWhole
                ? ''
                : `. These are the ${MOST_POSITIONS} of the highest value; the CSV has all`}
            </>
          )}
        </Show>
      </p>
      <Show when={positions.data()}>
        {(found) => (
          <Show
            when={found().positions.length > 0}
            fallback={<Nothing at={found().at} block={found().asOfBlock} />}
          >
            <PositionTable positions={found().positions} />
          </Show>
        )}
      </Show>
    </section>
  );
}

/** Why there are no positions. A time before all events is of block 0. */
function Nothing(props: { readonly at: string | null; readonly block: number | null }): JSX.Element {
  return (
    <Show
      when={props.at !== null}
      fallback={
        <p class="quiet">
          None yet. <a href={linkTo('')}>Find an app</a>
        </p>
      }
    >
      <p class="quiet">
        {props.block === 0
          ? 'That is before the market began: nothing had happened by then.'
          : 'The wallet held nothing then.'}
      </p>
    </Show>
  );
}

function PositionTable(props: { readonly positions: readonly Position[] }): JSX.Element {
  return (
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
  );
}
