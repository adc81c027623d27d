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
      'Newest first (block, then log index). `after` takes the `latestCursor` of an earlier response and returns what came ' +
      'since, oldest first: 400 `cursor_expired` when a reorganisation has undone its block, so start again. A page may have ' +
      'fewer items than `limit` and still a `nextCursor`.',
    response: MarketActivityListDto,
    csv: true,
  })
  listMarketActivity(@Query() query: MarketActivityQueryDto): Promise<AsOf<MarketActivityListDto>> {
    return this.activity.list(query);
  }
}
