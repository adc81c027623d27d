import { ONE_USD, toJsonNumber } from '#values';
import type { TradeRow } from './rows.js';

/** What a trade's figures are computed from. Amounts in wei. */
export type TradeFacts = Omit<TradeRow, 'usdAmount' | 'pricePlatform' | 'priceUsd'>;

/**
 * Completes a trade (contract section 5, Definitions): its price is the platform amount that moved the reserves per app
 * token, which is a buy's gross without the fee and a sale's gross. Its USD amount is the gross at the feed's answer of its
 * block.
 *
 * @param answer the feed's answer at the end of the trade's block, 8 decimals; null or not above zero: no USD
 */
export function completeTrade(facts: TradeFacts, answer: bigint | null): TradeRow {
  // Written out, not spread: most rows of a backfill are trades, see `decodeLog`.
  const { blockNumber, logIndex, time, txHash, token, trader, side, venue } = facts;
  const { platformAmount, fee, tokenAmount } = facts;
  const moved = side === 'buy' ? platformAmount - fee : platformAmount;
  const priced = moved > 0n && tokenAmount > 0n;
  const known = answer !== null && answer > 0n ? answer : null;
  return {
    blockNumber,
    logIndex,
    time,
    txHash,
    token,
    trader,
    side,
    venue,
    platformAmount,
    fee,
    tokenAmount,
    usdAmount: known === null ? null : platformAmount * known,
    pricePlatform: priced ? toJsonNumber({ numerator: moved, denominator: tokenAmount }) : null,
    priceUsd:
      priced && known !== null
        ? toJsonNumber({ numerator: moved * known, denominator: tokenAmount * ONE_USD })
        : null,
  };
}
