import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation, UdfErrorDto } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { TradingViewService, UDF_CONFIG } from './tradingview.service.js';
import {
  UdfConfigDto,
  UdfHistoryDto,
  UdfHistoryQueryDto,
  UdfSearchQueryDto,
  UdfSearchResultDto,
  UdfSymbolDto,
  UdfSymbolQueryDto,
} from './dto/tradingview.dto.js';

const READ = {
  status: 'proposed',
  access: 'public',
  limit: 'read',
  errorBody: UdfErrorDto,
  ignoresUnknownQuery: true,
} as const;

@ApiTags('Integrations')
@Controller('integrations/tradingview')
export class TradingViewController {
  constructor(private readonly charts: TradingViewService) {}

  @Get('config')
  @Operation({
    ...READ,
    id: 'getUdfConfig',
    summary: 'UDF: what the feed can do',
    description:
      'TradingView\'s universal data feed. Errors have UDF\'s `s: "error"` and `errmsg` beside the envelope.',
    response: UdfConfigDto,
    caching: 'revalidate',
  })
  getConfig(): UdfConfigDto {
    return UDF_CONFIG;
  }

  @Get('time')
  @Operation({
    ...READ,
    id: 'getUdfTime',
    summary: 'UDF: the time',
    description: 'Of the newest indexed block: a Unix time in seconds.',
    response: Number,
  })
  getTime(): Promise<AsOf<number>> {
    return this.charts.time();
  }

  @Get('symbols')
  @Operation({
    ...READ,
    id: 'getUdfSymbol',
    summary: 'UDF: an app',
    description: 'By its token. `pricescale` fits the last known price.',
    response: UdfSymbolDto,
    errors: ['not_found'],
  })
  getSymbol(@Query() query: UdfSymbolQueryDto): Promise<AsOf<UdfSymbolDto>> {
    return this.charts.getSymbol(query);
  }

  @Get('search')
  @Operation({
    ...READ,
    id: 'searchUdf',
    summary: 'UDF: search for apps',
    description: 'As `GET /apps/search`; without a text as `GET /apps`.',
    response: [UdfSearchResultDto],
    flag: 'search',
  })
  search(@Query() { query = '', limit }: UdfSearchQueryDto): Promise<AsOf<UdfSearchResultDto[]>> {
    return this.charts.search(query, limit);
  }

  @Get('history')
  @Operation({
    ...READ,
    id: 'listUdfHistory',
    summary: 'UDF: bars',
    description:
      'The candles of `GET /candles/{tokenAddress}` in USD, the open one included: those that begin in [`from`, `to`), or ' +
      'the last `countback` before `to`, whatever `from` is. Without any: `no_data`, with `nextTime` where there are earlier ' +
      'ones.',
    response: UdfHistoryDto,
    errors: ['not_found'],
  })
  listHistory(@Query() query: UdfHistoryQueryDto): Promise<AsOf<UdfHistoryDto>> {
    return this.charts.listBars(query);
  }
}
