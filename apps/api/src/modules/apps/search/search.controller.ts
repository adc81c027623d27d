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
      'Best first: this token address or symbol, this name, what begins so, a later word that does, a name one letter off; ' +
      'equal ones by volume of 24 hours. Case, accents, spacing, width and letters that look alike make no difference; ' +
      'nothing in `q` has a special meaning.',
    response: AppSearchDto,
  })
  search(@Query() { q, limit, sparkline }: SearchQueryDto): Promise<AsOf<AppSearchDto>> {
    return this.service.search(q, limit, sparkline);
  }
}
