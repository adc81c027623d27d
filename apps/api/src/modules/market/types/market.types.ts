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

/** What is known of an app's token, the shares of a pool, or a program's reward token. */
export interface TokenNameRow {
  readonly token: Address;
  /** Null for shares. */
  readonly symbol: string | null;
  /** Null for what is no app's token. */
  readonly symbolKey: string | null;
  readonly isReserved: boolean;
  /** Whether an older app has a symbol of the same key; null for what is no app's token. */
  readonly hasElder: boolean | null;
  readonly isHidden: boolean;
  readonly pool: Address | null;
  /** The root of the pool's reserves, which its shares never exceed; null for what is no share. Decimal, wei. */
  readonly shares: string | null;
}

/** Tokens that the index knows, and what it knows of the deployment's. */
export interface TokenNamesRow {
  readonly platformToken: Address;
  readonly platformSymbol: string;
  /** Of each app, wei. */
  readonly totalSupply: string;
  readonly names: readonly TokenNameRow[];
}
