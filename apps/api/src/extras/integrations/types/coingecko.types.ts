import type { Address } from '@slipway/domain';
import type { AtFinal } from './final-events.types.js';

/** A position in the order of launches. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

/** An app as CoinGecko is told of it, at the newest final block. Amounts in wei, USD prices with 8 decimals. */
export interface TickerRow extends LaunchPosition {
  readonly token: Address;
  /** Null on the curve. */
  readonly pool: Address | null;
  readonly platformReserve: string;
  readonly tokenReserve: string;
  /** Of whole hours that ended: when each began does not matter. */
  readonly hours: readonly (readonly [volumePlatform: string, volumeTokens: string])[];
}

export interface TickerPage extends AtFinal {
  readonly platformToken: Address;
  /** The virtual platform reserve that is not there on a curve. */
  readonly platformOffset: string;
  readonly oraclePrice: string | null;
  readonly tickers: readonly TickerRow[];
}

/** A final trade of an app. */
export interface GeckoTradeRow extends LaunchPosition {
  readonly time: number;
  readonly isBuy: boolean;
  readonly platformAmount: string;
  readonly fee: string;
  readonly tokenAmount: string;
}

export interface GeckoTrades extends AtFinal {
  readonly known: boolean;
  readonly platformToken: Address;
  readonly trades: readonly GeckoTradeRow[];
}
