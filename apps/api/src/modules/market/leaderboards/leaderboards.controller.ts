import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EnumParam, Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { BOARD_NAMES, LeaderboardDto, LeaderboardQueryDto, type Board } from './leaderboards.dto.js';
import { LeaderboardsService } from './leaderboards.service.js';

@ApiTags('Market')
@Controller('leaderboards')
export class LeaderboardsController {
  constructor(private readonly service: LeaderboardsService) {}

  @Get(':board')
  @Operation({
    id: 'getLeaderboard',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    flag: 'leaderboards',
    summary: 'Leaderboards of apps, traders and creators',
    description:
      'The highest values above zero over a window that ends at `X-As-Of-Time`; equal ones by address as a number. Metrics ' +
      'of `apps` are `volume`, `trades`, `fees`, `market_cap` and `holders`, of `traders` the first three, of `creators` all ' +
      'but `trades`, and `graduations`: docs/http-contract.md has what counts.',
    response: LeaderboardDto,
  })
  get(
    @EnumParam('board', BOARD_NAMES, 'Who is ranked.') board: Board,
    @Query() query: LeaderboardQueryDto,
  ): Promise<AsOf<LeaderboardDto>> {
    return this.service.get(board, query);
  }
}
