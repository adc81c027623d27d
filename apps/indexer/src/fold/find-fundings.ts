import type { Hex } from 'viem';
import type { EventOf } from '@slipway/chain';
import type { Address } from '@slipway/domain';
import { placeOf, type FundingRow, type TradeRow, type TradeShareRow } from '../decode/rows.js';
import { movedWallets, netFlows, passedThrough, type IsWallet, type Moved } from './net-flows.js';

/** A transfer, and its block's time. */
export interface TimedTransfer {
  readonly event: EventOf<'Transfer'>;
  readonly time: Date;
}

type Traded = readonly [trades: readonly TradeRow[], shares: readonly TradeShareRow[]];

/**
 * Who funded whom (docs/design/launch-report.md): transactions that leave one wallet poorer in platform tokens and another richer.
 * What passes through an address is of where it came from: a disperser funds nobody. Of several that end poorer, those funded a
 * wallet that sent it some themselves. Who trades in a transaction pays and is paid in it: it neither funds nor is funded.
 *
 * @param transfers of the platform token, in chain order, whole blocks
 * @param traded of the same blocks
 * @param isOwner whether an address may be someone's own: no market, burn address or token
 */
export function findFundings(
  transfers: readonly TimedTransfer[],
  traded: Traded,
  isOwner: IsWallet,
): FundingRow[] {
  const fundings: FundingRow[] = [];
  let traders: Map<Hex, Set<Address>> | null = null;
  for (let begin = 0, end = 0; begin < transfers.length; begin = end) {
    const first = transfers[begin]?.event;
    while (transfers[end] !== undefined && transfers[end]?.event.txHash === first?.txHash) end += 1;
    const own = transfers.slice(begin, end);
    const isBetween = ({ event: { from, to, value, blockNumber } }: TimedTransfer): boolean =>
      value > 0n && from !== to && isOwner(from, blockNumber) && isOwner(to, blockNumber);
    // Most pay a market, or are paid by it.
    if (first === undefined || !own.some(isBetween)) continue;
    traders ??= tradersOf(traded);
    for (const row of fundingsOf(own, isOwner, traders.get(first.txHash))) fundings.push(row);
  }
  return fundings;
}

/** Whose trades a transaction has, by its hash. */
function tradersOf([trades, shares]: Traded): Map<Hex, Set<Address>> {
  const traders = new Map<Hex, Set<Address>>();
  const hashes = new Map<number, Hex>();
  const add = (hash: Hex | undefined, wallet: Address): void => {
    if (hash === undefined) return;
    const known = traders.get(hash);
    if (known === undefined) traders.set(hash, new Set([wallet]));
    else known.add(wallet);
  };
  for (const trade of trades) {
    add(trade.txHash, trade.trader);
    if (trade.isShared) hashes.set(placeOf(trade), trade.txHash);
  }
  for (const share of shares) add(hashes.get(placeOf(share)), share.wallet);
  return traders;
}

/** Of one transaction. */
function fundingsOf(
  transfers: readonly TimedTransfer[],
  isOwner: IsWallet,
  traders: ReadonlySet<Address> = new Set(),
): FundingRow[] {
  const moves = transfers.map(({ event: { from: sender, to: recipient, value: amount, blockNumber } }) => ({
    ...{ sender, recipient, amount, blockNumber },
  }));
  const nets = netFlows(moves, isOwner);
  const passed = passedThrough(moves, nets);
  const moved = (sign: -1n | 1n): Moved[] =>
    movedWallets(nets, sign, passed).filter(({ wallet }) => !traders.has(wallet));
  const payers = new Map(moved(-1n).map(({ wallet, by }) => [wallet, by]));
  const [onlyPayer] = payers.size === 1 ? payers.keys() : [];
  return moved(1n).flatMap(({ wallet, by }) => {
    const came = transfers.filter(({ event }) => event.to === wallet && event.from !== wallet);
    // Minted, or paid out by a market.
    const outside = sum(came.filter(({ event }) => !isOwner(event.from, event.blockNumber)));
    const funders = onlyPayer === undefined ? [...payers.keys()] : [onlyPayer];
    return funders.flatMap((funder) => {
      const sent = onlyPayer === undefined ? came.filter(({ event }) => event.from === funder) : came;
      const last = sent.at(-1);
      const most = onlyPayer === undefined ? sum(sent) : (payers.get(funder) ?? 0n);
      const amount = most < by - outside ? most : by - outside;
      if (last === undefined || amount <= 0n) return [];
      const { blockNumber, logIndex, txHash } = last.event;
      return [{ blockNumber, logIndex, time: last.time, funder, wallet, amount, txHash }];
    });
  });
}

function sum(transfers: readonly TimedTransfer[]): bigint {
  return transfers.reduce((all, { event }) => all + event.value, 0n);
}
