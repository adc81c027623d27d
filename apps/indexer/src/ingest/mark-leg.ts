import type { Address } from '#values';
import type { TradeRow, TransferRow } from '../handlers/rows.js';

/**
 * Names a trade in the transfer that carried its tokens, so that both are one event: of the same transaction and before
 * the trade's own event, of exactly its amount, from the venue to the buyer or from anybody to the venue; the last such
 * that no other trade has. Whose tokens were sold is what the transfer says: `to` of a pool's swap is only who was paid.
 *
 * A trade may have none (tokens that came in parts, or a swap that took some of them back): it is then a trade beside
 * transfers that stand alone.
 *
 * @param transfers those before the trade, in chain order; the one found is replaced
 * @param venue the launchpad, or the pair that logged the swap
 */
export function markLeg(transfers: TransferRow[], trade: TradeRow, venue: Address): void {
  for (let i = transfers.length - 1; i >= 0; i -= 1) {
    const transfer = transfers[i];
    if (transfer?.blockNumber !== trade.blockNumber || transfer.txHash !== trade.txHash) return;
    if (transfer.tradeLogIndex === null && carries(transfer, trade, venue)) {
      transfers[i] = { ...transfer, tradeLogIndex: trade.logIndex };
      return;
    }
  }
}

function carries(transfer: TransferRow, trade: TradeRow, venue: Address): boolean {
  if (transfer.token !== trade.token || transfer.amount !== trade.tokenAmount) return false;
  return trade.side === 'buy'
    ? transfer.sender === venue && transfer.recipient === trade.trader
    : transfer.recipient === venue;
}
