import type { Address } from './address.js';
import { mapKnown } from './map-known.js';
import { priceTradeOf, type TradeDigits } from './price-trade.js';
import { unitsToJsonNumber } from './ratio.js';
import { USD_WEI_DECIMALS } from './token-amount.js';

/** What happened to an app, as a database keeps it. Amounts are decimal strings of wei. */
export interface AppEvent<Type extends string> extends TradeDigits {
  readonly type: Type;
  readonly txHash: string;
  readonly logIndex: number;
  readonly blockNumber: number;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The feed's price of the block, 8 decimals; null where there is none. */
  readonly oraclePrice: string | null;
}

/** The same of any app. */
export interface MarketEvent<Type extends string> extends AppEvent<Type> {
  readonly token: Address;
  readonly symbol: string;
  /** Whose trade it is; null for other events. */
  readonly trader: Address | null;
}

/** An event as responses have it. */
export interface AppItem<Type extends string> extends Omit<AppEvent<Type>, 'fee' | 'oraclePrice'> {
  readonly priceUsd: number | null;
  readonly valueUsd: number | null;
}

export interface MarketItem<Type extends string> extends AppItem<Type> {
  readonly tokenAddress: Address;
  readonly symbol: string;
  readonly trader: Address | null;
}

export function toAppItem<Type extends string>(event: AppEvent<Type>): AppItem<Type> {
  const { usdAmount, priceUsd } = priceTradeOf(event.type, event, event.oraclePrice);
  return {
    type: event.type,
    txHash: event.txHash,
    logIndex: event.logIndex,
    blockNumber: event.blockNumber,
    timestamp: new Date(event.timestamp).toISOString(),
    from: event.from,
    to: event.to,
    tokenAmount: event.tokenAmount,
    platformAmount: event.platformAmount,
    priceUsd,
    valueUsd: mapKnown(usdAmount, (units) => unitsToJsonNumber(units.toString(), USD_WEI_DECIMALS)),
  };
}

export function toMarketItem<Type extends string>(event: MarketEvent<Type>): MarketItem<Type> {
  const { type, ...item } = toAppItem(event);
  return { type, tokenAddress: event.token, symbol: event.symbol, trader: event.trader, ...item };
}
