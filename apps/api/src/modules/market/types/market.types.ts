import type { Address } from '@slipway/domain';

/** Where a price comes from. */
export const PRICE_SOURCES = ['curve', 'pool', 'oracle'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** A token's market as the database keeps it. Amounts are decimal strings of wei. */
export interface MarketRow {
  readonly token: Address;
  /** Null for an address that is no app's token. */
  readonly symbol: string | null;
  readonly pool: Address | null;
  readonly platformReserve: string | null;
  readonly tokenReserve: string | null;
  readonly platformReserve24h: string | null;
  readonly tokenReserve24h: string | null;
  readonly pricedAt: string | null;
}

/** The price feed at a block; prices have 8 decimals. */
export interface OracleRow {
  readonly platformToken: Address;
  readonly platformSymbol: string;
  readonly oraclePrice: string | null;
  readonly oraclePrice24h: string | null;
  readonly oraclePriceAt: string | null;
}

/** What the symbol of an app's or a program's reward token can be taken for. */
export interface TokenNameRow {
  readonly token: Address;
  readonly symbol: string;
  /** Null for a reward token that is no app's. */
  readonly symbolKey: string | null;
  readonly isReserved: boolean;
  /** Whether an older app has a symbol of the same key. */
  readonly hasElder: boolean;
  readonly isHidden: boolean;
  /** In wei, decimal; null for a reward token that is no app's. */
  readonly totalSupply: string | null;
}

/** Tokens that the index knows a symbol of, and the platform token. */
export interface TokenNamesRow {
  readonly platformToken: Address;
  readonly platformSymbol: string;
  readonly names: readonly TokenNameRow[];
}
