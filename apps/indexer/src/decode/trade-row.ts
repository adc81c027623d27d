import { ONE_USD, toJsonNumber } from '#values';
import type { TradeRow } from './rows.js';

/** What a trade's figures are computed from. Amounts in wei. */
export type TradeAmounts = Pick<TradeRow, 'side' | 'platformAmount' | 'fee' | 'tokenAmount'>;

type Figures = Pick<TradeRow, 'usdAmount' | 'pricePlatform' | 'priceUsd'>;

export type TradeFacts = Omit<TradeRow, keyof Figures | 'isShared' | 'carried'>;

/**
 * A trade's figures (contract section 5, Definitions): its price is the platform amount that moved the reserves per app
 * token, which is a buy's gross without the fee and a sale's gross. Its USD amount is the gross at the feed's answer of its
 * block.
 *
 * @param answer the feed's answer at the end of the trade's block, 8 decimals; null or not above zero: no USD
 */
export function priceTrade(
  { side, platformAmount, fee, tokenAmount }: TradeAmounts,
  answer: bigint | null,
): Figures {
  const moved = side === 'buy' ? platformAmount - fee : platformAmount;
  const priced = moved > 0n && tokenAmount > 0n;
  const known = answer !== null && answer > 0n ? answer : null;
  return {
    usdAmount: known === null ? null : platformAmount * known,
    pricePlatform: priced ? toJsonNumber({ numerator: moved, denominator: tokenAmount }) : null,
    priceUsd:
      priced && known !== null
        ? toJsonNumber({ numerator: moved * known, denominator: tokenAmount * ONE_USD })
        : null,
  };
}

/** The feed's answer that a trade was priced at; null when it has no USD. */
export function answerOf({ usdAmount, platformAmount }: TradeRow): bigint | null {
  return usdAmount === null || platformAmount === 0n ? null : usdAmount / platformAmount;
}

/** Completes a trade, which is its event's trader's alone until the transaction's flows are known. */
export function completeTrade(facts: TradeFacts, answer: bigint | null): TradeRow {
  // Written out, not spread: most rows of a backfill are trades, see `decodeLog`.
  const { blockNumber, logIndex, time, txHash, token, trader, side, venue } = facts;
  const { platformAmount, fee, tokenAmount, gross } = facts;
  const { usdAmount, pricePlatform, priceUsd } = priceTrade(facts, answer);
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
