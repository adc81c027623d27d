import { mapKnown } from './map-known.js';
import { toJsonNumber } from './ratio.js';
import { ONE_USD } from './token-amount.js';

/** What a trade moved, in wei. */
export interface TradeAmounts {
  readonly side: 'buy' | 'sell';
  /** Gross: what the buyer paid, or the seller's proceeds before the fee. */
  readonly platformAmount: bigint;
  readonly fee: bigint;
  readonly tokenAmount: bigint;
}

export interface TradeFigures {
  /** With 26 decimals; null without a price of the feed. */
  readonly usdAmount: bigint | null;
  /** At 15 significant digits; null for a trade of nothing. */
  readonly pricePlatform: number | null;
  readonly priceUsd: number | null;
}

/**
 * A trade's figures (docs/http-contract.md section 5, Definitions). Its price is the platform amount that moved the reserves, per app token: a
 * buy's gross without the fee, a sale's gross. Its USD amount is the gross at the feed's price.
 * @param oraclePrice the feed's price at the end of the trade's block, 8 decimals; null or not above zero: no USD
 */
export function priceTrade(
  { side, platformAmount, fee, tokenAmount }: TradeAmounts,
  oraclePrice: bigint | null,
): TradeFigures {
  const moved = side === 'buy' ? platformAmount - fee : platformAmount;
  const priced = moved > 0n && tokenAmount > 0n;
  const known = knownPrice(oraclePrice);
  return {
    usdAmount: usdAmountOf(platformAmount, oraclePrice),
    pricePlatform: priced ? toJsonNumber({ numerator: moved, denominator: tokenAmount }) : null,
    priceUsd:
      priced && known !== null
        ? toJsonNumber({ numerator: moved * known, denominator: tokenAmount * ONE_USD })
        : null,
  };
}

/** The USD of an amount of platform tokens alone, with 26 decimals: a backfill asks for no more. @param oraclePrice as above */
export function usdAmountOf(platformAmount: bigint, oraclePrice: bigint | null): bigint | null {
  return mapKnown(knownPrice(oraclePrice), (known) => platformAmount * known);
}

function knownPrice(oraclePrice: bigint | null): bigint | null {
  return oraclePrice !== null && oraclePrice > 0n ? oraclePrice : null;
}

/** Amounts as a database gives them, in decimal digits; null where an event has none. */
export interface TradeDigits {
  readonly platformAmount: string | null;
  /** Of a trade alone. */
  readonly fee: string | null;
  readonly tokenAmount: string | null;
}

const UNKNOWN: TradeFigures = { usdAmount: null, pricePlatform: null, priceUsd: null };

/** {@link priceTrade} of an event as a database gives it; nothing is known of one that is no trade. */
export function priceTradeOf(
  type: string,
  { platformAmount, fee, tokenAmount }: TradeDigits,
  oraclePrice: string | null,
): TradeFigures {
  if (type !== 'buy' && type !== 'sell') return UNKNOWN;
  if (platformAmount === null || fee === null || tokenAmount === null) return UNKNOWN;
  const amounts = {
    platformAmount: BigInt(platformAmount),
    fee: BigInt(fee),
    tokenAmount: BigInt(tokenAmount),
  };
  return priceTrade({ side: type, ...amounts }, mapKnown(oraclePrice, BigInt));
}
