import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { AppSearchDto, SearchQueryDto } from './search.dto.js';
import { SearchService } from './search.service.js';

@ApiTags('Apps')
@Controller('apps')
export class SearchController {
  constructor(private readonly service: SearchService) {}

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
    return this.service.search(q, limit, sparkline);
  }
}
