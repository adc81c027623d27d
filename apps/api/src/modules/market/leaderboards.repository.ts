import { Injectable } from '@nestjs/common';
import { Pool, toIndexedHead, type HeadRow } from '#database';
import type { AsOf } from '#values';
import { leaderboardSql } from './leaderboards.sql.js';
import type { Board, BoardFacts, BoardMetric, BoardWindow } from './leaderboards.types.js';

/** Reads leaderboards. Null means that nothing is indexed yet. */
@Injectable()
export class LeaderboardsRepository {
  constructor(private readonly pool: Pool) {}

  /** The highest values of a board, highest first. */
  async readBoard(
    board: Board,
    metric: BoardMetric,
    window: BoardWindow,
    limit: number,
  ): Promise<{ asOf: AsOf; entries: readonly BoardFacts[] } | null> {
    const { rows } = await this.pool.query<HeadRow & { entries: readonly BoardFacts[] }>({
      ...leaderboardSql(board, metric, window),
      values: [limit],
    });
    const row = rows[0];
    return row === undefined ? null : { asOf: toIndexedHead(row), entries: row.entries };
  }
}
