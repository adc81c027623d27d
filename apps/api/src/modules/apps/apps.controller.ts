import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '#http';
import type { Address, Answer } from '#values';
import { AppsService } from './apps.service.js';
import { ListAppsQueryDto } from './dto/app-queries.dto.js';
import { AppDetailDto, AppListDto } from './dto/app.dto.js';

@ApiTags('Apps')
@Controller('apps')
export class AppsController {
  constructor(private readonly service: AppsService) {}

  @Get()
  @Operation({
    id: 'listApps',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'Discover apps',
    description:
      'Apps in the order of `sort`, highest (or newest) first; equal ones newest first. All orders but `newest` rank ' +
      'by values that move: `nextCursor` walks the apps as they were at the block of the first page, shows each app ' +
      'once, and every page names that block in `X-As-Of-Block`. A walk may take 5 minutes; after ' +
      'that, and when the chain gave up its block, its cursors are refused with `details.reason: "cursor_expired"`. `newest` pages are of ' +
      'the newest block each. Apps that operators have hidden are left out. Names, descriptions and URLs are ' +
      'untrusted text that strangers wrote to the chain.',
    answer: AppListDto,
  })
  list(@Query() { sort, limit, cursor, stage, creator }: ListAppsQueryDto): Promise<Answer<AppListDto>> {
    return this.service.list({
      sort,
      limit,
      cursor: cursor ?? null,
      stage: stage ?? null,
      creator: creator ?? null,
    });
  }

  @Get(':tokenAddress')
  @Operation({
    id: 'getApp',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'One app',
    description:
      'An app by its token: everything a list shows, and what only its own page needs. A hidden app is answered, ' +
      'with `hidden: true`.',
    answer: AppDetailDto,
    errors: ['not_found'],
  })
  get(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
  ): Promise<Answer<AppDetailDto>> {
    return this.service.get(tokenAddress);
  }
}
