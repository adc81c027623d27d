import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { CandlesService } from './candles.service.js';
import { CandleSeriesDto, CandlesQueryDto } from './candles.dto.js';

@ApiTags('Market')
@Controller('candles')
export class CandlesController {
  constructor(private readonly service: CandlesService) {}

  @Get(':tokenAddress')
  @Operation({
    id: 'listCandles',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'Candles of an app',
    description:
      'OHLCV of the marginal price, oldest first; the last candle holds `X-As-Of-Time` and is not `closed`. To go forward, ' +
      'ask again with `from` = the last `openTime`; to go back, with `to` = the first: past ranges that are final are ' +
      '`immutable`, and caches serve them.',
    response: CandleSeriesDto,
    csv: true,
    errors: ['not_found'],
  })
  list(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() query: CandlesQueryDto,
  ): Promise<AsOf<CandleSeriesDto>> {
    return this.service.list(tokenAddress, query);
  }
}
