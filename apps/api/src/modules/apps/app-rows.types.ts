import type { AppRow as AppColumns, AppStage, AsJson, AtHead, MarketContext } from '@slipway/database';
import type { Address } from '@slipway/domain';

export type { AppStage, MarketContext };

/** Closes of hours since the Unix epoch in which something happened, in order; the first may be of long before. */
export type HourlyCloses = readonly [hours: readonly number[], closes: readonly string[]];

/** What the sparklines of a list are made of: a line for each app, and the feed's prices. */
export interface SparklineColumns {
  readonly apps: readonly HourlyCloses[];
  readonly feed: HourlyCloses;
  /** The feed's last price; null before its first. */
  readonly oraclePrice: string | null;
}

export const APP_STAGES = ['curve', 'graduated'] as const satisfies readonly AppStage[];

/** What an app's figures are computed from: a row of the view `app_rows`. */
export interface AppRow extends Omit<AsJson<AppColumns>, 'tokenId' | 'token' | 'creator' | 'pool'> {
  readonly token: Address;
  readonly creator: Address;
  readonly pool: Address | null;
}

/** An app that was asked for by its token. */
export interface NamedApp extends AppRow {
  readonly hidden: boolean;
}

/** An app in a ranking, with what it ranks by: a decimal number. */
export interface RankedApp extends AppRow {
  readonly rank: string;
}

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

/** What only an app's own page shows. */
export interface AppPageRow extends NamedApp {
  readonly description: string | null;
  readonly website: string | null;
  readonly launchTxHash: string;
  readonly graduatedAt: string | null;
}
