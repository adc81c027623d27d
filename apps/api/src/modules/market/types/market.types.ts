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
