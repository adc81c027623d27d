import type { AppRow as AppColumns, AsJson, AtHead, MarketContext } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { SparklineColumns } from './sparkline.js';

export const APP_SORTS = ['trending', 'newest', 'market_cap', 'volume', 'holders', 'price_change'] as const;
export type AppSort = (typeof APP_SORTS)[number];

/** Orders by values that move: paginated in the state they began in. `newest` only grows, and is paginated by position. */
export type RankedSort = Exclude<AppSort, 'newest'>;

export const APP_STAGES = ['curve', 'graduated'] as const;
export type AppStage = (typeof APP_STAGES)[number];

/** Which apps a list is of; null is no restriction. */
export interface AppFilter {
  readonly stage: AppStage | null;
  readonly creator: Address | null;
}

/** What an app's figures are computed from: a row of the view `app_rows`. */
export interface AppRow extends Omit<AsJson<AppColumns>, 'tokenId' | 'token' | 'creator' | 'pool'> {
  readonly token: Address;
  readonly creator: Address;
  readonly pool: Address | null;
}

/** An app in a ranking, with what it ranks by: a decimal number. */
export interface RankedApp extends AppRow {
  readonly rank: string;
}

/** An app that was asked for by its token. */
export interface NamedApp extends AppRow {
  readonly hidden: boolean;
}

/** What only an app's own page shows. */
export interface AppPageRow extends NamedApp {
  readonly description: string | null;
  readonly website: string | null;
  readonly launchTxHash: string;
  readonly graduatedAt: string | null;
}

export type { MarketContext };

/** Apps, and what holds for all of them. */
export interface AppItems<Row extends AppRow = AppRow> {
  readonly context: MarketContext;
  readonly items: readonly Row[];
}

/** A list of apps, with sparklines in the same order where they were asked for, and the block that all of it is true at. */
export type AppListPage<Row extends AppRow = AppRow> = AtHead<
  AppItems<Row> & { readonly sparklines?: SparklineColumns }
>;
