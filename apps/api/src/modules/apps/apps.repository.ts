import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { Address, AsOf } from '#values';
import { APP_PAGE, FORGET_SNAPSHOTS, NEWEST_APPS, SNAPSHOT_PAGE, rankAppsSql } from './apps.sql.js';
import type { AppFacts, AppFilter, AppPageFacts, MarketContext, RankedSort } from './apps.types.js';

/** A page of apps with the block it is true at. */
export interface AppPage {
  readonly asOf: AsOf;
  readonly context: MarketContext;
  readonly items: readonly AppFacts[];
}

/** A page of a ranking, which has `total` apps. */
export interface RankedPage extends AppPage {
  /** What later pages name the kept ranking by, beside its list. */
  readonly version: string;
  readonly total: number;
}

/** A launch's place in the chain. */
export interface LaunchPosition {
  readonly block: number;
  readonly logIndex: number;
}

const FORGET_INTERVAL_MS = 60_000;

/** Reads apps and keeps rankings for walks over their pages. Null means that nothing is indexed yet. */
@Injectable()
export class AppsRepository {
  private forgotAt = 0;

  constructor(private readonly pool: Pool) {}

  /** Ranks all apps of a filter as they are now; `list` names the ranking that later pages ask for. */
  async rank(sort: RankedSort, filter: AppFilter, list: string, limit: number): Promise<RankedPage | null> {
    await this.forgetSnapshots();
    const values = [filter.stage, filter.creator, list, limit];
    const { rows } = await this.pool.query<RankingRow>({ ...rankAppsSql(sort), values });
    const row = rows[0];
    return row === undefined ? null : toRankedPage(row, toIndexedHead(row));
  }

  /** A later page of a kept ranking; null when it is kept no longer. */
  async findRankedPage(
    list: string,
    version: string,
    offset: number,
    limit: number,
  ): Promise<RankedPage | null> {
    const { rows } = await this.pool.query<SnapshotRow>({
      ...SNAPSHOT_PAGE,
      values: [list, version, offset, limit],
    });
    const row = rows[0];
    if (row === undefined) return null;
    return toRankedPage(row, { block: BigInt(row.block_number), time: row.block_time, version });
  }

  /** Apps by launch, newest first, from below a position. */
  async listNewest(filter: AppFilter, below: LaunchPosition | null, limit: number): Promise<AppPage | null> {
    const { rows } = await this.pool.query<PageRow>({
      ...NEWEST_APPS,
      values: [filter.stage, filter.creator, below?.block ?? null, below?.logIndex ?? null, limit],
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

  private async forgetSnapshots(): Promise<void> {
    const now = Date.now();
    if (now - this.forgotAt < FORGET_INTERVAL_MS) return;
    this.forgotAt = now;
    await this.pool.query(FORGET_SNAPSHOTS);
  }
}

type PageRow = HeadRow & { context: MarketContext; items: AppFacts[] };
type RankingRow = PageRow & { total: number };
type SnapshotRow = Omit<RankingRow, 'level_at'>;

function toRankedPage(row: SnapshotRow, asOf: AsOf): RankedPage {
  const { context, items, total, head_version: version } = row;
  return { asOf, context, items, total, version };
}
