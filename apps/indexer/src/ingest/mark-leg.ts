import type { Address } from '#values';
import type { TradeRow, TransferRow } from '../handlers/rows.js';

/**
 * Names a trade in the transfer that carried its tokens, so that both are one event: of the same transaction, before the
 * trade's own event, and of no other trade. Whose tokens were sold is what the transfer says: `to` of a pool's swap is
 * only who was paid.
 *
 * - A buy: the last transfer from the venue to the buyer of exactly what the venue gave.
 * - A sale: the last transfer to the venue of exactly what it took, else the only one to it, if it took more. A pair takes
 *   for sold whatever it holds beyond its reserves: without this rule a gift of one wei to a pair would part the next
 *   sale from its tokens.
 *
 * A trade may have none (tokens that came in parts): it is then a trade beside transfers that stand alone.
 *
 * @param transfers those before the trade, in chain order; the one found is replaced
 * @param venue the launchpad, or the pair that logged the swap
 * @param moved app tokens that the venue gave or took in the trade
 */
export function markLeg(transfers: TransferRow[], trade: TradeRow, venue: Address, moved: bigint): void {
  const places: number[] = [];
  for (let i = transfers.length - 1; i >= 0; i -= 1) {
    const transfer = transfers[i];
    if (transfer?.blockNumber !== trade.blockNumber || transfer.txHash !== trade.txHash) break;
    if (transfer.tradeLogIndex !== null || !isOnItsWay(transfer, trade, venue)) continue;
    if (transfer.amount === moved) {
      mark(transfers, i, trade);
      return;
    }
    places.push(i);
  }
  const [only, ...others] = places;
  if (trade.side === 'buy' || only === undefined || others.length > 0) return;
  if ((transfers[only]?.amount ?? 0n) < moved) mark(transfers, only, trade);
}

function isOnItsWay(transfer: TransferRow, trade: TradeRow, venue: Address): boolean {
  // Anybody may log a transfer of nothing.
  if (transfer.token !== trade.token || transfer.amount === 0n) return false;
  return trade.side === 'buy'
    ? transfer.sender === venue && transfer.recipient === trade.trader
    : transfer.recipient === venue;
}

function mark(transfers: TransferRow[], place: number, { logIndex }: TradeRow): void {
  const transfer = transfers[place];
  if (transfer !== undefined) transfers[place] = { ...transfer, tradeLogIndex: logIndex };
}
