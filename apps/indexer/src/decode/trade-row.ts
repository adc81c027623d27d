import type { ChainEvent } from '@slipway/chain';
import { ONE_USD, toJsonNumber } from '@slipway/domain';
import type { TradeAmounts, TradeRow } from './rows.js';

/**
 * A trade's figures (contract section 5, Definitions): its price is the platform amount that moved the reserves per app
 * token, which is a buy's gross without the fee and a sale's gross. Its USD amount is the gross at the feed's price.
 * @param oraclePrice the feed's price at the end of the trade's block, 8 decimals; null or not above zero: no USD
 */
export function priceTrade(
  { side, platformAmount, fee, tokenAmount }: TradeAmounts,
  oraclePrice: bigint | null,
): Pick<TradeRow, 'usdAmount' | 'pricePlatform' | 'priceUsd'> {
  const moved = side === 'buy' ? platformAmount - fee : platformAmount;
  const priced = moved > 0n && tokenAmount > 0n;
  const known = oraclePrice !== null && oraclePrice > 0n ? oraclePrice : null;
  return {
    usdAmount: known === null ? null : platformAmount * known,
    pricePlatform: priced ? toJsonNumber({ numerator: moved, denominator: tokenAmount }) : null,
    priceUsd:
      priced && known !== null
        ? toJsonNumber({ numerator: moved * known, denominator: tokenAmount * ONE_USD })
        : null,
  };
}

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
  const { usdAmount, pricePlatform, priceUsd } = priceTrade(amounts, oraclePrice);
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
    usdAmount,
    pricePlatform,
    priceUsd,
  };
}
