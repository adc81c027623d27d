import { Injectable } from '@nestjs/common';
import { PrismaService, type AtHead } from '#database';
import type { Address } from '#values';
import { APP_PAGE, filterValues, newestAppsSql, rankAppsSql, rankPastAppsSql } from './apps.sql.js';
import type { AppFilter, AppPage, AppPageFacts, MarketContext, RankedApp, RankedSort } from './apps.types.js';

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
  rank(sort: RankedSort, filter: AppFilter, limit: number): Promise<AppPage<RankedApp> | null> {
    return this.prisma.$runAsOf(rankAppsSql(sort, filter), limit, ...filterValues(filter));
  }

  /** The apps ranked next, as they were when a walk began; null when its state is kept no longer. */
  rankBelow(
    sort: RankedSort,
    filter: AppFilter,
    { generation, rank, block, logIndex }: RankedPosition,
    limit: number,
  ): Promise<AppPage<RankedApp> | null> {
    const below = [generation, rank, block, logIndex] as const;
    return this.prisma.$runAsOf(rankPastAppsSql(sort, filter), limit, ...below, ...filterValues(filter));
  }

  /** Apps by launch, newest first, from below a position. */
  listNewest(filter: AppFilter, below: LaunchPosition | null, limit: number): Promise<AppPage | null> {
    const { block = null, logIndex = null } = below ?? {};
    return this.prisma.$runAsOf(newestAppsSql(filter), block, logIndex, limit, ...filterValues(filter));
  }

  /** One app; `facts` is null when no app has the token. */
  readApp(token: Address): Promise<AtHead<{ context: MarketContext; facts: AppPageFacts | null }> | null> {
    return this.prisma.$runAsOf(APP_PAGE, token);
  }
}
