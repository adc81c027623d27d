import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead } from '@slipway/database';
import type { Address, AsOfBlock } from '@slipway/domain';
import { activitySql } from './activity.sql.js';
import type { ActivityRow, ActivityPosition, ActivityType } from './types/activity.types.js';
import { APP_DETAIL } from './app-market.sql.js';
import type { AppMarketRow } from './app-windows.js';
import { NAMED_APPS, filterValues, newestAppsSql, rankAppsSql, rankAppHistorySql } from './apps.sql.js';
import type {
  AppFilter,
  AppListPage,
  AppPageRow,
  MarketContext,
  NamedApp,
  RankedApp,
  RankedSort,
} from './types/apps.types.js';
import { lookedAt, marketActivitySql, type Direction } from './market-activity.sql.js';
import type { MarketActivityFilter, MarketActivityPage } from './types/market-activity.types.js';
import { HOLDERS_PAGE, type HolderPage } from './holders.sql.js';
import type { HolderPosition } from './types/holders.types.js';
import type { SearchKeys } from './search-keys.js';
import { SEARCH_APPS, searchValues } from './search.sql.js';
import type { SparklineSpan } from './types/sparkline.types.js';
import { withSparklines } from './sparklines.sql.js';

/** A launch's position in the chain. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

/** The last app that pages of a ranking have shown, and the state of the index that they are of. */
export interface RankedPosition extends LaunchPosition {
  readonly indexRevision: string;
  readonly rank: string;
}

/** Reads apps. Null means that nothing is indexed yet. */
@Injectable()
export class AppsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The highest ranked apps as they are now. */
  rank(
    sort: RankedSort,
    filter: AppFilter,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<RankedApp> | null> {
    const statement = withSparklines(rankAppsSql(sort, filter), sparkline);
    return this.prisma.$runAsOf(statement, limit, ...filterValues(filter));
  }

  /** The apps ranked next, as they were when pagination began; null when its state is kept no longer. */
  rankBelow(
    sort: RankedSort,
    filter: AppFilter,
    { indexRevision, rank, block, logIndex }: RankedPosition,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<RankedApp> | null> {
    const below = [indexRevision, rank, block, logIndex] as const;
    const statement = withSparklines(rankAppHistorySql(sort, filter), sparkline);
    return this.prisma.$runAsOf(statement, limit, ...below, ...filterValues(filter));
  }

  /** Apps by launch, newest first, from below a position. */
  listNewest(
    filter: AppFilter,
    below: LaunchPosition | null,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage | null> {
    const { block = null, logIndex = null } = below ?? {};
    const statement = withSparklines(newestAppsSql(filter), sparkline);
    return this.prisma.$runAsOf(statement, block, logIndex, limit, ...filterValues(filter));
  }

  /** The apps of some tokens, in their order; unknown ones are left out. */
  listNamed(
    tokens: readonly Address[],
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage<NamedApp> | null> {
    return this.prisma.$runAsOf(withSparklines(NAMED_APPS, sparkline), tokens);
  }

  /** One app and its market; both are null when no app has the token. */
  readApp(token: Address): Promise<AtHead<{
    context: MarketContext;
    app: AppPageRow | null;
    market: AppMarketRow | null;
  }> | null> {
    return this.prisma.$runAsOf(APP_DETAIL, token);
  }

  /** Events of an app, newest first, from below a position; `activity` is null when no app has the token. */
  readActivity(
    token: Address,
    type: ActivityType | null,
    below: ActivityPosition | null,
    limit: number,
  ): Promise<{ asOf: AsOfBlock; activity: readonly ActivityRow[] | null } | null> {
    const { block = null, logIndex = null, blockHash = null } = below ?? {};
    return this.prisma.$runAsOf(activitySql(type), token, block, logIndex, blockHash, limit);
  }

  /** Events of the market, from a position on, in a direction. */
  readMarketActivity(
    filter: MarketActivityFilter,
    direction: Direction,
    from: ActivityPosition | null,
    limit: number,
  ): Promise<AtHead<MarketActivityPage> | null> {
    const { block = null, logIndex = null, blockHash = null } = from ?? {};
    const { token, wallet } = filter;
    const position = [block, logIndex, blockHash] as const;
    return this.prisma.$runAsOf(
      marketActivitySql(filter, direction),
      ...position,
      token,
      wallet,
      lookedAt(filter, limit),
      limit,
    );
  }

  /** An app's holders, richest first, from below a position, or of now. Null too when the position's state is kept no longer. */
  readHolders(
    token: Address,
    below: HolderPosition | null,
    limit: number,
  ): Promise<AtHead<HolderPage> | null> {
    const { indexRevision = null, balance = null, holder = null } = below ?? {};
    return this.prisma.$runAsOf(HOLDERS_PAGE, token, indexRevision, balance, holder, limit);
  }

  /** Apps that match, best first. */
  search(
    wanted: SearchKeys,
    limit: number,
    sparkline: SparklineSpan | null = null,
  ): Promise<AppListPage | null> {
    return this.prisma.$runAsOf(withSparklines(SEARCH_APPS, sparkline), ...searchValues(wanted, limit));
  }
}
