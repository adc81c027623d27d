import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { AppsService } from './apps.service.js';
import { ListAppsQueryDto, SearchQueryDto } from './dto/app-queries.dto.js';
import { AppDetailDto, AppListDto, AppSearchDto } from './dto/app.dto.js';
import { SearchService } from './search.service.js';

@ApiTags('Apps')
@Controller('apps')
export class AppsController {
  constructor(
    private readonly service: AppsService,
    private readonly searches: SearchService,
  ) {}

  @Get('search')
  @Operation({
    id: 'searchApps',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    flag: 'search',
    summary: 'Find apps by name, symbol or address',
    description:
      'Best first: the app with this token address or exactly this symbol, then this name, then symbols and names that ' +
      'begin so, then names with a later word that does, then names with a letter wrong, missing, too many or elsewhere; among equals those with most volume in ' +
      '24 hours. Case, accents, spacing, width and letters that look alike make no difference, so that a homoglyph of ' +
      'a name is found with it. Apps that operators have hidden are left out. Nothing in `q` has a special meaning.',
    response: AppSearchDto,
  })
  search(@Query() { q, limit, sparkline }: SearchQueryDto): Promise<AsOf<AppSearchDto>> {
    return this.searches.search(q, limit, sparkline);
  }

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

  @Get(':tokenAddress')
  @Operation({
    id: 'getApp',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'One app',
    description:
      'An app by its token: everything a list shows, and what only its own page needs. A hidden app is returned, ' +
      'with `hidden: true`.',
    response: AppDetailDto,
    errors: ['not_found'],
  })
  get(@AddressParam('tokenAddress', "The app's token.") tokenAddress: Address): Promise<AsOf<AppDetailDto>> {
    return this.service.get(tokenAddress);
  }
}
