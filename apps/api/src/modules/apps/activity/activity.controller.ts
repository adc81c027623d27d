import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { ActivityService } from './activity.service.js';
import { ActivityListDto, ActivityQueryDto } from './activity.dto.js';

@ApiTags('Apps')
@Controller('apps/:tokenAddress/activity')
export class ActivityController {
  constructor(private readonly activity: ActivityService) {}

  @Get()
  @Operation({
    id: 'listActivity',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'What happened to an app',
    description:
      'Its launch, trades, transfers (of more than nothing) and graduation, newest first (block, then log index). Pages ' +
      "repeat and miss nothing while new events arrive; when a reorganisation has undone a cursor's block, the next one " +
      'begins at the newest event again.',
    response: ActivityListDto,
    csv: true,
    errors: ['not_found'],
  })
  listActivity(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() query: ActivityQueryDto,
  ): Promise<AsOf<ActivityListDto>> {
    return this.activity.list(tokenAddress, query);
  }
}
