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
      'Highest or newest first by `sort`, equal ones newest first; with `tokens` the apps named. All orders but `newest` are ' +
      "of the first page's block, each app once: `nextCursor` is good for 5 minutes and while the chain has that block, then " +
      'it is `details.reason: "cursor_expired"`.',
    response: AppListDto,
  })
  list(@Query() query: ListAppsQueryDto): Promise<AsOf<AppListDto>> {
    return this.service.list(query);
  }
}
