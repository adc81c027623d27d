import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
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
  constructor(private readonly pool: Pool) {}

  /** The highest ranked apps as they are now. */
  async rank(sort: RankedSort, filter: AppFilter, limit: number): Promise<RankedPage | null> {
    const { rows } = await this.pool.query<RankingRow>({
      ...rankAppsSql(sort, filter),
      values: [limit, ...filterValues(filter)],
    });
    return rows[0] === undefined ? null : toRankedPage(rows[0]);
  }

  /** The apps ranked next, as they were when a walk began; null when its state is kept no longer. */
  async rankBelow(
    sort: RankedSort,
    filter: AppFilter,
    { generation, rank, block, logIndex }: RankedPosition,
    limit: number,
  ): Promise<RankedPage | null> {
    const { rows } = await this.pool.query<RankingRow>({
      ...rankPastAppsSql(sort, filter),
      values: [limit, generation, rank, block, logIndex, ...filterValues(filter)],
    });
    return rows[0] === undefined ? null : toRankedPage(rows[0]);
  }

  /** Apps by launch, newest first, from below a position. */
  async listNewest(filter: AppFilter, below: LaunchPosition | null, limit: number): Promise<AppPage | null> {
    const { rows } = await this.pool.query<PageRow>({
      ...newestAppsSql(filter),
      values: [below?.block ?? null, below?.logIndex ?? null, limit, ...filterValues(filter)],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), context: row.context, items: row.items };
  }

  /** One app; `facts` is null when no app has the token. */
  async readApp(
    token: Address,
  ): Promise<{ asOf: AsOf; context: MarketContext; facts: AppPageFacts | null } | null> {
    const { rows } = await this.pool.query<HeadRow & { context: MarketContext; page: AppPageFacts | null }>({
      ...APP_PAGE,
      values: [token],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), context: row.context, facts: row.page };
  }
}

type PageRow = HeadRow & { context: MarketContext; items: AppFacts[] };
type RankingRow = PageRow & { generation: string; items: RankedApp[] };

function toRankedPage(row: RankingRow): RankedPage {
  const { context, items, generation } = row;
  return { asOf: toIndexedHead(row), context, items, generation };
}
