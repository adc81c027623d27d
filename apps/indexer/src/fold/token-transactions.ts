import type { Address } from '@slipway/domain';
import { isAfter, type TradeRow, type TransferRow } from '../decode/rows.js';

/** What one token did in one transaction; each list in chain order. */
export interface TokenTransaction {
  readonly token: Address;
  readonly transfers: readonly TransferRow[];
  readonly trades: readonly TradeRow[];
}

type Event = TransferRow | TradeRow;

/**
 * Cuts a range's transfers and trades, each in chain order, into transactions and tokens. A range has whole blocks, so
 * that no transaction is cut in two. Transactions come in chain order; of the tokens of one, each comes once.
 */
export function tokenTransactions(
  transfers: readonly TransferRow[],
  trades: readonly TradeRow[],
): TokenTransaction[] {
  const all: TokenTransaction[] = [];
  let transfer = 0;
  let trade = 0;
  for (;;) {
    const first = earlier(transfers[transfer], trades[trade]);
    if (first === undefined) return all;
    const nextTransfer = endOf(transfers, transfer, first);
    const nextTrade = endOf(trades, trade, first);
    addByToken(all, transfers.slice(transfer, nextTransfer), trades.slice(trade, nextTrade), first.token);
    transfer = nextTransfer;
    trade = nextTrade;
  }
}

function earlier(a: Event | undefined, b: Event | undefined): Event | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return isAfter(b, a) ? a : b;
}

function endOf(events: readonly Event[], from: number, { blockNumber, txHash }: Event): number {
  let end = from;
  while (events[end]?.blockNumber === blockNumber && events[end]?.txHash === txHash) end += 1;
  return end;
}

function addByToken(
  all: TokenTransaction[],
  transfers: readonly TransferRow[],
  trades: readonly TradeRow[],
  token: Address,
): void {
  const isOfFirst = (event: Event): boolean => event.token === token;
  if (transfers.every(isOfFirst) && trades.every(isOfFirst)) {
    all.push({ token, transfers, trades });
    return;
  }
  const tokens = new Map<Address, { transfers: TransferRow[]; trades: TradeRow[] }>();
  const ofToken = (name: Address): { transfers: TransferRow[]; trades: TradeRow[] } => {
    const known = tokens.get(name) ?? { transfers: [], trades: [] };
    tokens.set(name, known);
    return known;
  };
  for (const row of transfers) ofToken(row.token).transfers.push(row);
  for (const row of trades) ofToken(row.token).trades.push(row);
  for (const [name, rows] of tokens) all.push({ token: name, ...rows });
}
