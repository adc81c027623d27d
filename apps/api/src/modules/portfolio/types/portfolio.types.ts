import type { Address, TradeDigits } from '@slipway/domain';

/** A position as the database keeps it. USD has 44 decimals. */
export interface PositionRow {
  readonly token: Address;
  readonly symbol: string;
  /** Wei. */
  readonly balance: string;
  /** Null when any of the balance has no known cost. */
  readonly cost: string | null;
  /** Null without a price. */
  readonly value: string | null;
}

/** Sums over a wallet's positions at a moment. USD has 44 decimals; a sum of nothing is null. */
export interface PortfolioSums {
  /** Positions with a balance, and those of them that have a price. */
  readonly positions: number;
  readonly priced: number;
  /** Of the priced ones. */
  readonly value: string | null;
  /** Of the priced ones whose cost is known, and what they are worth above it. */
  readonly cost: string | null;
  readonly unrealized: string | null;
  /** Of all positions, left ones included. */
  readonly realized: string | null;
}

/** The sums of now, with the feed's price (8 decimals) where it has one. */
export interface PortfolioNow extends PortfolioSums {
  readonly oraclePrice: string | null;
}

export interface HistoryRow extends PortfolioSums {
  /** ISO 8601. */
  readonly at: string;
}

/** One line of a wallet's activity, as the database keeps it. */
export interface ActivityRow extends TradeDigits {
  readonly type: ActivityType;
  readonly token: Address;
  readonly symbol: string;
  readonly txHash: string;
  readonly logIndex: number;
  readonly block: number;
  /** 64 hexadecimal digits; null when it is not kept. */
  readonly blockHash: string | null;
  readonly time: string;
  readonly from: Address | null;
  readonly to: Address | null;
  /** The feed's price of the block, 8 decimals; null where there is none. */
  readonly oraclePrice: string | null;
  /** The whole trade where the wallet has a share of it. */
  readonly shared: TradeDigits | null;
  /** USD with 44 decimals: of all of it, and, for a transfer, of one whole token. */
  readonly value: string | null;
  readonly unitValue: string | null;
}

/** What can happen to a wallet. */
export const ACTIVITY_TYPES = ['launch', 'buy', 'sell', 'transfer', 'claim'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export const HISTORY_PERIODS = ['24h', '7d', '30d', '90d', '1y', 'all'] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];
