import { Injectable } from '@nestjs/common';
import { PrismaService } from '#database';
import type { AsOf } from '#values';
import { leaderboardSql } from './leaderboards.sql.js';
import type { Board, BoardFacts, BoardMetric, BoardWindow } from './leaderboards.types.js';

/** Reads leaderboards. Null means that nothing is indexed yet. */
@Injectable()
export class LeaderboardsRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** The highest values of a board, highest first. */
  readBoard(
    board: Board,
    metric: BoardMetric,
    window: BoardWindow,
    limit: number,
  ): Promise<{ asOf: AsOf; entries: readonly BoardFacts[] } | null> {
    return this.prisma.$runAsOf(leaderboardSql(board, metric, window), limit);
  }
}
