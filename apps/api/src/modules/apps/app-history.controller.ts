import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation, PageQueryDto } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { ActivityService } from './activity.service.js';
import { ActivityListDto, ActivityQueryDto } from './dto/activity.dto.js';
import { HolderListDto } from './dto/holders.dto.js';
import { HoldersService } from './holders.service.js';

@ApiTags('Apps')
@Controller('apps/:tokenAddress')
export class AppHistoryController {
  constructor(
    private readonly holders: HoldersService,
    private readonly activity: ActivityService,
  ) {}

  @Get('holders')
  @Operation({
    id: 'listHolders',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'Holders of an app',
    description:
      'Addresses with a balance, richest first; equal ones by address as a number, highest first. The first page is of the newest ' +
      'block; `nextCursor` walks the holders as they were at that block, which every page names in `X-As-Of-Block`, ' +
      'whatever happens meanwhile: all balances of a walk add up to the total supply. A walk may take 5 minutes; ' +
      'after that, and when the chain gave up its block, its cursors are refused with `details.reason: "cursor_expired"`.',
    answer: HolderListDto,
    errors: ['not_found'],
  })
  listHolders(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { limit, cursor }: PageQueryDto,
  ): Promise<AsOf<HolderListDto>> {
    return this.holders.list(tokenAddress, limit, cursor ?? null);
  }

  @Get('activity')
  @Operation({
    id: 'listActivity',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'What happened to an app',
    description:
      'Its launch, trades, transfers and graduation, newest first (block, then log index); transfers of nothing are left out. `nextCursor` goes on below ' +
      'the last event, so that a walk repeats and misses nothing while new events arrive. When a reorganisation has ' +
      'undone the block that a cursor stands at, all that the walk has shown is undone, and the next page begins at ' +
      'the newest event again.',
    answer: ActivityListDto,
    errors: ['not_found'],
  })
  listActivity(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() query: ActivityQueryDto,
  ): Promise<AsOf<ActivityListDto>> {
    return this.activity.list(tokenAddress, query);
  }
}
