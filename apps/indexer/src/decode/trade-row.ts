import type { ChainEvent } from '@slipway/chain';
import { usdAmountOf, type TradeAmounts } from '@slipway/domain';
import type { TradeRow } from './rows.js';

/** The feed's price that a trade was valued at; null when it has no USD. */
export function oraclePriceOf({ usdAmount, platformAmount }: TradeRow): bigint | null {
  return usdAmount === null || platformAmount === 0n ? null : usdAmount / platformAmount;
}

/** A trade, which is its event's trader's alone until the transaction's flows are known. */
export function toTradeRow(
  { blockNumber, logIndex, txHash }: ChainEvent,
  time: Date,
  { token, trader, venue, gross }: Pick<TradeRow, 'token' | 'trader' | 'venue' | 'gross'>,
  amounts: TradeAmounts,
  oraclePrice: bigint | null,
): TradeRow {
  const { side, platformAmount, fee, tokenAmount } = amounts;
  // Written out, not spread: most rows of a backfill are trades, see `decodeLog`.
  return {
    blockNumber,
    logIndex,
    time,
    txHash,
    token,
    trader,
    isShared: false,
    side,
    venue,
    platformAmount,
    fee,
    tokenAmount,
    gross,
    carried: tokenAmount,
    netAmount: null,
    usdAmount: usdAmountOf(platformAmount, oraclePrice),
  };
}
