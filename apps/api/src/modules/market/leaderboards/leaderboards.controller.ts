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
      'The highest values above zero over a window that ends at `X-As-Of-Time`, from public data of the chain only; ' +
      'equal ones by address as a number.\n\n' +
      '| Metric | Unit | `apps` | `traders` | `creators` |\n|---|---|---|---|---|\n' +
      "| `volume` | `usd` | gross platform amounts of its trades, each at the feed's price of its block | of their trades | of their apps |\n" +
      '| `trades` | `count` | buys and sales, on the curve and in the pool | their own | |\n' +
      '| `fees` | `platform` | launchpad fees that its trades paid | that they paid | that their apps brought |\n' +
      '| `market_cap` | `usd` | at the as-of block, if it was traded in the window | | sum over their apps that were |\n' +
      '| `holders` | `count` | at the as-of block, if it was traded in the window | | sum over their apps that were; a wallet counts once an app |\n' +
      '| `graduations` | `count` | | | their apps that graduated in the window |\n\n' +
      'Apps that operators have hidden are left out, also of what creators are ranked by. A trader is the wallet ' +
      "whose balance a trade's transaction moved, not the router: of trades that several wallets share, each has its share.",
    response: LeaderboardDto,
  })
  get(
    @EnumParam('board', BOARD_NAMES, 'Who is ranked.') board: Board,
    @Query() query: LeaderboardQueryDto,
  ): Promise<AsOf<LeaderboardDto>> {
    return this.service.get(board, query);
  }
}
