import {
  formatAmount,
  type ExcludedHolder,
  type LaunchAssociates,
  type LaunchBundle,
  type LaunchLiquidity,
  type LaunchRoundTrips,
} from '@slipway/sdk';
import { For, Show, type JSX } from 'solid-js';
import { nowMs } from '../../text/clock.js';
import { formatAge } from '../../text/figures.js';
import { ExplorerLink } from '../../wallet/explorer-link.jsx';
import { shareText } from './launch-words.js';
import { EXCLUDED } from './supply-parts.js';

/** Hashes that the API names of a figure at most. */
const MOST_TRANSACTIONS = 100;

export function Transactions(props: {
  readonly of: string;
  readonly hashes: readonly string[];
}): JSX.Element {
  return (
    <>
      <p>
        {props.of}
        {props.hashes.length === MOST_TRANSACTIONS ? `, the first ${MOST_TRANSACTIONS}` : ''}
        {props.hashes.length === 0 ? ': none' : ':'}
      </p>
      <Links kind="tx" values={props.hashes} />
    </>
  );
}

function Links(props: { readonly kind: 'tx' | 'address'; readonly values: readonly string[] }): JSX.Element {
  return (
    <ul class="hashes">
      <For each={props.values}>
        {(value) => (
          <li>
            <ExplorerLink kind={props.kind} value={value} />
          </li>
        )}
      </For>
    </ul>
  );
}

/** Rows of what shows a figure; wider than a phone they scroll. */
function EvidenceTable<T>(props: {
  readonly of: string;
  readonly columns: readonly string[];
  readonly rows: readonly T[];
  readonly children: (row: T) => JSX.Element;
}): JSX.Element {
  return (
    <Show when={props.rows.length > 0}>
      <div class="scroll" tabindex="0" role="group" aria-label={props.of}>
        <table aria-label={props.of}>
          <thead>
            <tr>
              <For each={props.columns}>{(name) => <th scope="col">{name}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={props.rows}>{(row) => <tr>{props.children(row)}</tr>}</For>
          </tbody>
        </table>
      </div>
    </Show>
  );
}

const REASONS = { funded: 'Funded', given: 'Given tokens' } as const;

export function Associates(props: { readonly associates: LaunchAssociates }): JSX.Element {
  return (
    <EvidenceTable
      of="Associates, the richest first"
      columns={['Wallet', 'Shown by', 'Holds', 'Sold']}
      rows={props.associates.wallets}
    >
      {(associate) => (
        <>
          <td>
            <ExplorerLink kind="address" value={associate.wallet} />
            <small>{REASONS[associate.reason]}</small>
          </td>
          <td>
            <ExplorerLink kind="tx" value={associate.transaction} />
          </td>
          <td>{shareText(associate.heldShare)}</td>
          <td>{shareText(associate.soldShare)}</td>
        </>
      )}
    </EvidenceTable>
  );
}

export function Bundles(props: { readonly bundles: readonly LaunchBundle[] }): JSX.Element {
  return (
    <For each={props.bundles}>
      {(bundle) => (
        <div class="bundle">
          <p>
            {bundle.count} wallets,{' '}
            <Show when={bundle.funder} fallback="in one transaction">
              {(funder) => (
                <>
                  funded by <ExplorerLink kind="address" value={funder()} />
                </>
              )}
            </Show>
            , bought {shareText(bundle.share)}, hold {shareText(bundle.heldShare)} now:
          </p>
          <Links kind="address" values={bundle.wallets} />
          <Transactions of="Shown by" hashes={bundle.transactions} />
        </div>
      )}
    </For>
  );
}

export function RoundTrips(props: { readonly trips: LaunchRoundTrips }): JSX.Element {
  return (
    <EvidenceTable
      of="Round trips, newest first"
      columns={['Buyer, seller', 'Buy, sale', 'Platform tokens']}
      rows={props.trips.newest}
    >
      {(pair) => (
        <>
          <td>
            <Links kind="address" values={[...new Set([pair.buyer, pair.seller])]} />
          </td>
          <td>
            <Links kind="tx" values={[pair.buyTransaction, pair.sellTransaction]} />
          </td>
          <td>{formatAmount(pair.platformAmount, { fractionDigits: 2 })}</td>
        </>
      )}
    </EvidenceTable>
  );
}

const MOVES = { added: 'Added', removed: 'Taken out', moved: 'Moved' } as const;

export function Liquidity(props: { readonly liquidity: LaunchLiquidity }): JSX.Element {
  return (
    <>
      <p>
        Pool <ExplorerLink kind="address" value={props.liquidity.pool} />
      </p>
      <EvidenceTable of="Holders of LP tokens" columns={['Holder', 'Share']} rows={props.liquidity.holders}>
        {(holder) => (
          <>
            <td>
              <ExplorerLink kind="address" value={holder.address} />
            </td>
            <td>{shareText(holder.share)}</td>
          </>
        )}
      </EvidenceTable>
      <EvidenceTable
        of="Moves of LP tokens, newest first"
        columns={['Move', 'From, to', 'Shown by', 'LP tokens']}
        rows={props.liquidity.newest}
      >
        {(move) => (
          <>
            <td>
              {MOVES[move.kind]}
              <small>{formatAge(move.time, nowMs())} ago</small>
            </td>
            <td>
              <Links kind="address" values={[move.from, move.to]} />
            </td>
            <td>
              <ExplorerLink kind="tx" value={move.transaction} />
            </td>
            <td>{formatAmount(move.amount, { fractionDigits: 2 })}</td>
          </>
        )}
      </EvidenceTable>
    </>
  );
}

export function Excluded(props: { readonly excluded: readonly ExcludedHolder[] }): JSX.Element {
  return (
    <>
      <p>The richest are in the table of holders. What holds some, and is left out here:</p>
      <EvidenceTable of="Left out" columns={['Address', 'Share of the supply']} rows={props.excluded}>
        {(holder) => (
          <>
            <td>
              <ExplorerLink kind="address" value={holder.address} />
              <small>{EXCLUDED[holder.kind]}</small>
            </td>
            <td>{shareText(holder.share)}</td>
          </>
        )}
      </EvidenceTable>
    </>
  );
}
