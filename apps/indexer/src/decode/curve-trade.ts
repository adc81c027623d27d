import type { EventOf } from '#chain';
import type { ReserveRow, TradeRow } from './rows.js';
import { completeTrade } from './trade-row.js';

/** A buy from or a sale to the curve: the trade, and the virtual reserves it left. */
export function handleCurveTrade(
  event: EventOf<'Bought' | 'Sold'>,
  time: Date,
  answer: bigint | null,
): { trade: TradeRow; reserve: ReserveRow } {
  const { blockNumber, logIndex, txHash, token, trader, platformAmount, fee, tokenAmount } = event;
  const side = event.name === 'Bought' ? 'buy' : 'sell';
  return {
    trade: completeTrade(
      {
        blockNumber,
        logIndex,
        time,
        txHash,
        token,
        trader,
        side,
        venue: 'curve',
        platformAmount,
        fee,
        tokenAmount,
        gross:
          side === 'buy'
            ? { market: event.contract, in: 0n, out: tokenAmount }
            : { market: event.contract, in: tokenAmount, out: 0n },
      },
      answer,
    ),
    reserve: {
      blockNumber,
      logIndex,
      time,
      token,
      venue: 'curve',
      platform: event.virtualPlatform,
      tokens: event.virtualToken,
    },
  };
}
