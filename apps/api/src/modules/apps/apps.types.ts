import type { Address } from '#values';

export const APP_SORTS = ['trending', 'newest', 'market_cap', 'volume', 'holders', 'price_change'] as const;
export type AppSort = (typeof APP_SORTS)[number];

/** Orders by values that move: walked in the state they began in. `newest` only grows, and is walked by position. */
export type RankedSort = Exclude<AppSort, 'newest'>;

export const APP_STAGES = ['curve', 'graduated'] as const;
export type AppStage = (typeof APP_STAGES)[number];

/** Which apps a list is of; null is no restriction. */
export interface AppFilter {
  readonly stage: AppStage | null;
  readonly creator: Address | null;
}

/** What an app's figures are computed from, as the database keeps it. Amounts are decimal strings of wei. */
export interface AppFacts {
  readonly token: Address;
  readonly name: string;
  readonly symbol: string;
  readonly imageUrl: string | null;
  readonly creator: Address;
  readonly launchedAt: string;
  readonly launchBlock: number;
  readonly launchLogIndex: number;
  readonly pool: Address | null;
  readonly platformReserve: string;
  readonly tokenReserve: string;
  readonly platformReserve24h: string | null;
  readonly tokenReserve24h: string | null;
  readonly realPlatformReserve: string;
  /** USD with 26 decimals. */
  /** Null when a trade of the 24 hours has no USD. */
  readonly volumeUsd24h: string | null;
  readonly holders: number;
}

/** An app in a ranking, with what it ranks by: a decimal number. */
export interface RankedApp extends AppFacts {
  readonly rank: string;
}

/** What only an app's own page shows. */
export interface AppPageFacts extends AppFacts {
  readonly description: string | null;
  readonly website: string | null;
  readonly launchTxHash: string;
  readonly graduatedAt: string | null;
  readonly hidden: boolean;
}

/** What holds for every app at a block: the feed's answers (8 decimals) and the launchpad's constants (wei). */
export interface MarketContext {
  readonly answer: string | null;
  readonly answer24h: string | null;
  readonly totalSupply: string;
  readonly graduationThreshold: string;
}

/** One line of a list of apps, as the interface gives it. */
export interface AppSummary {
  readonly tokenAddress: Address;
  readonly name: string;
  readonly symbol: string;
  readonly imageUrl: string | null;
  readonly creator: Address;
  readonly stage: AppStage;
  readonly launchedAt: string;
  readonly priceUsd: number | null;
  readonly priceChange24h: number | null;
  readonly marketCapUsd: number | null;
  readonly volume24hUsd: number | null;
  readonly holders: number;
  readonly curveProgress: number;
}

/** An app's own page. */
export interface AppDetail extends AppSummary {
  readonly description: string | null;
  readonly website: string | null;
  readonly decimals: number;
  readonly totalSupply: string;
  readonly launchTxHash: string;
  readonly launchBlock: number;
  readonly pool: { readonly address: Address; readonly graduatedAt: string } | null;
  readonly hidden: boolean;
}

export interface AppList {
  readonly apps: AppSummary[];
  readonly nextCursor: string | null;
}
