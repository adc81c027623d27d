import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { AppListService } from './list.service.js';
import { AppListDto, ListAppsQueryDto } from './list.dto.js';

@ApiTags('Apps')
@Controller('apps')
export class AppListController {
  constructor(private readonly service: AppListService) {}

  @Get()
  @Operation({
    id: 'listApps',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'Discover apps',
    description:
      'Apps in the order of `sort`, highest (or newest) first; equal ones newest first. All orders but `newest` rank ' +
      'by values that move: `nextCursor` lists the apps as they were at the block of the first page, shows each app ' +
      'once, and every page names that block in `X-As-Of-Block`. Pagination may take 5 minutes; after ' +
      'that, and when the chain gave up its block, its cursors are refused with `details.reason: "cursor_expired"`. `newest` pages are of ' +
      'the newest block each. Apps that operators have hidden are left out. Names, descriptions and URLs are ' +
      'untrusted text that strangers wrote to the chain. With `tokens` the list is of the apps named.',
    response: AppListDto,
  })
  list(@Query() query: ListAppsQueryDto): Promise<AsOf<AppListDto>> {
    return this.service.list(query);
  }
}
