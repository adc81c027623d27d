import type { AppRow as AppColumns, AppStage, AsJson, AtHead, MarketContext } from '@slipway/database';
import type { Address } from '@slipway/domain';
import type { SparklineColumns } from './sparkline.types.js';

export const APP_SORTS = [
  'trending',
  'newest',
  'market_cap',
  'volume',
  'holders',
  'price_change',
  'curve_progress',
  'last_trade',
] as const;
export type AppSort = (typeof APP_SORTS)[number];

/** Orders by values that move: paginated in the state they began in. `newest` only grows, and is paginated by position. */
export type RankedSort = Exclude<AppSort, 'newest'>;

export const APP_STAGES = ['curve', 'graduated'] as const satisfies readonly AppStage[];
export type { AppStage };

/** Figures that a list may ask the least of. */
export type AppRange = 'marketCapUsd' | 'volume24hUsd' | 'holders';

/** The least of each, decimal text. An app whose figure is unknown is in no range. */
export type AppRanges = Readonly<Partial<Record<AppRange, string>>>;

/** Which apps a list is of; null is no restriction. */
export interface AppFilter {
  readonly stage: AppStage | null;
  readonly creator: Address | null;
  readonly least?: AppRanges;
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
  /** The last app that was looked at, when ranges were asked for and there may be more below it. */
  readonly lookedUpTo?: LookedUpTo<Row> | null;
}

/** Where a list stopped looking: the launch of an app, with its rank in a ranking. */
type LookedUpTo<Row> = { readonly block: number; readonly logIndex: number } & (Row extends RankedApp
  ? Pick<Row, 'rank'>
  : object);

/** A list of apps, and the block that all of it is true at. Sparklines, where they were asked for, are in the same order. */
export type AppListPage<Row extends AppRow = AppRow> = AtHead<
  AppItems<Row> & { readonly sparklines?: SparklineColumns }
>;
