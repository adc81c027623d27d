import { Injectable } from '@nestjs/common';
import { expectIndexed, InvalidRequestError } from '@slipway/http';
import { type AsOf, ONE_USD, toPlainText, unitsToJsonNumber, USD_WEI_DECIMALS } from '@slipway/domain';
import type { LeaderboardDto, LeaderboardQueryDto } from './leaderboards.dto.js';
import {
  type Board,
  type BoardMetric,
  BOARDS,
  type BoardUnit,
  LeaderboardsRepository,
  UNIT_OF,
} from './leaderboards.repository.js';

@Injectable()
export class LeaderboardsService {
  constructor(private readonly repository: LeaderboardsRepository) {}

  /** @throws InvalidRequestError for a metric that the board does not have */
  async get(
    board: Board,
    { metric = BOARDS[board][0], window, limit }: LeaderboardQueryDto,
  ): Promise<AsOf<LeaderboardDto>> {
    const metrics: readonly BoardMetric[] = BOARDS[board];
    if (!metrics.includes(metric)) {
      throw new InvalidRequestError([
        { path: 'metric', message: `must be one of ${metrics.join(', ')} on this board` },
      ]);
    }
    const { asOf, entries, hasFeed } = expectIndexed(
      await this.repository.readBoard(board, metric, window, limit),
    );
    const kept = UNIT_OF[metric];
    const isCounted = kept === 'usd' && !hasFeed;
    const unit = isCounted ? 'platform' : kept;
    return {
      asOf,
      body: {
        board,
        metric,
        window,
        unit,
        entries: entries.map(([address, symbol, value, partial], index) => ({
          rank: index + 1,
          address,
          symbol,
          // Without a feed what is kept is of platform tokens at one USD each.
          value: isCounted ? (BigInt(value) / ONE_USD).toString() : toText(value, unit),
          partial: partial && hasFeed,
        })),
      },
    };
  }
}

/** Wei and counts are integers already; dollars are the figures that apps have, to their last digit. */
function toText(value: string, unit: BoardUnit): string {
  return unit === 'usd' ? toPlainText(unitsToJsonNumber(value, USD_WEI_DECIMALS)) : value;
}
