import type { EventOf } from '#chain';
import type { TransferRow } from './rows.js';

/** An ERC-20 transfer of an app token. Whether trades explain it is not known before the transaction's end. */
export function handleTransfer(event: EventOf<'Transfer'>, time: Date): TransferRow {
  const { blockNumber, logIndex, txHash, contract, from, to, value } = event;
  return {
    blockNumber,
    logIndex,
    time,
    txHash,
    token: contract,
    sender: from,
    recipient: to,
    amount: value,
    tradeLogIndex: null,
  };
}
