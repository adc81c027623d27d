import { formatAmount, formatCount, formatShare, type HolderList } from '@slipway/sdk';
import { For, type JSX } from 'solid-js';
import { shortAddress } from '../text/figures.js';

const LABELS = { curve: 'Bonding curve', pool: 'Pool', creator: 'Creator' } as const;

/** Who holds an app's token, richest first. */
export function HoldersTable(props: { readonly list: HolderList }): JSX.Element {
  return (
    <section class="panel" aria-labelledby="holders-title">
      <h2 id="holders-title">{formatCount(props.list.totalHolders)} holders</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="holders-title">
        <table aria-labelledby="holders-title">
          <thead>
            <tr>
              <For each={['#', 'Holder', 'Tokens', 'Share']}>{(name) => <th scope="col">{name}</th>}</For>
            </tr>
          </thead>
          <tbody>
            <For each={props.list.holders}>
              {(holder) => (
                <tr>
                  <td>{holder.rank}</td>
                  <td>
                    <code>{shortAddress(holder.address)}</code>
                    {holder.label !== null && <small> {LABELS[holder.label]}</small>}
                  </td>
                  <td>{formatAmount(holder.balance, { fractionDigits: 0 })}</td>
                  <td>{formatShare(holder.share)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </section>
  );
}
