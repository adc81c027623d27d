import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { MarketActivityListDto, MarketActivityQueryDto } from './market-activity.dto.js';
import { MarketActivityService } from './market-activity.service.js';

@ApiTags('Apps')
@Controller('activity')
export class MarketActivityController {
  constructor(private readonly activity: MarketActivityService) {}

  @Get()
  @Operation({
    id: 'listMarketActivity',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'What happened to all apps',
    description:
      "The market's feed, newest first (block, then log index). Without `type` it has launches, trades and graduations. `cursor` goes on to older " +
      'events. `after` takes the `latestCursor` of an earlier response and returns what came since, oldest first: ask again with the new ' +
      '`latestCursor`. When a reorganisation has undone its block, `after` is 400 `cursor_expired`: start again from the newest. A page may have ' +
      'fewer items than `limit` and still a `nextCursor`, since a filter looks at 1,000 events at a time. Apps that operators hide are left out.',
    response: MarketActivityListDto,
    csv: true,
  })
  listMarketActivity(@Query() query: MarketActivityQueryDto): Promise<AsOf<MarketActivityListDto>> {
    return this.activity.list(query);
  }
}
