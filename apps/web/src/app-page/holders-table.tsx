import { formatAmount, formatCount, formatShare, type Holder, type HolderList } from '@slipway/sdk';
import { For, type JSX } from 'solid-js';
import { shortAddress } from '../text/figures.js';

const LABELS = { curve: 'Bonding curve', pool: 'Pool', creator: 'Creator' } as const;

/** What the market itself and nobody holds. */
const isWallet = ({ address, label }: Holder): boolean =>
  label !== 'curve' && label !== 'pool' && address !== '0x000000000000000000000000000000000000dEaD';

function countOf({ totalHolders, holders }: HolderList): string {
  const count = `${formatCount(totalHolders)} ${totalHolders === 1 ? 'holder' : 'holders'}`;
  const market = holders.find(({ label }) => label === 'curve' || label === 'pool');
  if (market === undefined) return count;
  return totalHolders === 1
    ? `${count}: the ${market.label ?? ''}`
    : `${count}, the ${market.label ?? ''} among them`;
}

const WALLETS = 10;

function walletShare({ holders }: HolderList): number {
  return holders
    .filter(isWallet)
    .slice(0, WALLETS)
    .reduce((sum, { share }) => sum + share, 0);
}

/** Who holds an app's token, richest first. */
export function HoldersTable(props: { readonly list: HolderList }): JSX.Element {
  return (
    <section class="panel holders" aria-labelledby="holders-title">
      <h2 id="holders-title">{countOf(props.list)}</h2>
      <p class="quiet">
        Shares of the total supply. The ten richest wallets have {formatShare(walletShare(props.list))}.
      </p>
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
