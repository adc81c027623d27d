import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import type { Address, AsOf } from '#values';
import { APP_PAGE, filterValues, newestAppsSql, rankAppsSql, rankPastAppsSql } from './apps.sql.js';
import type {
  AppFacts,
  AppFilter,
  AppPageFacts,
  MarketContext,
  RankedApp,
  RankedSort,
} from './apps.types.js';

/** A page of apps with the block it is true at. */
export interface AppPage<Facts extends AppFacts = AppFacts> {
  readonly asOf: AsOf;
  readonly context: MarketContext;
  readonly items: readonly Facts[];
}

/** A page of a ranking, and the state of the index that it is of. */
export interface RankedPage extends AppPage<RankedApp> {
  readonly generation: string;
}

/** A launch's place in the chain. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

/** The last app that a walk over a ranking has shown, and the state of the index that the walk is of. */
export interface RankedPosition extends LaunchPosition {
  readonly generation: string;
  readonly rank: string;
}

/** Reads apps. Null means that nothing is indexed yet. */
@Injectable()
export class AppsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The highest ranked apps as they are now. */
  rank(sort: RankedSort, filter: AppFilter, limit: number): Promise<RankedPage | null> {
    return this.prisma.$runAsOf(rankAppsSql(sort, filter), limit, ...filterValues(filter));
  }

  /** The apps ranked next, as they were when a walk began; null when its state is kept no longer. */
  rankBelow(
    sort: RankedSort,
    filter: AppFilter,
    { generation, rank, block, logIndex }: RankedPosition,
    limit: number,
  ): Promise<RankedPage | null> {
    const below = [generation, rank, block, logIndex] as const;
    return this.prisma.$runAsOf(rankPastAppsSql(sort, filter), limit, ...below, ...filterValues(filter));
  }

  /** Apps by launch, newest first, from below a position. */
  listNewest(filter: AppFilter, below: LaunchPosition | null, limit: number): Promise<AppPage | null> {
    const { block = null, logIndex = null } = below ?? {};
    return this.prisma.$runAsOf(newestAppsSql(filter), block, logIndex, limit, ...filterValues(filter));
  }

  /** One app; `facts` is null when no app has the token. */
  readApp(
    token: Address,
  ): Promise<{ asOf: AsOf; context: MarketContext; facts: AppPageFacts | null } | null> {
    return this.prisma.$runAsOf(APP_PAGE, token);
  }
}
