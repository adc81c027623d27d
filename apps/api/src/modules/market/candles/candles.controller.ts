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
      'OHLCV of the marginal price (reserves of the curve, or of the pool, without fee), oldest first. Every change of the ' +
      'reserves counts, whatever made it: trades, liquidity, donations. In USD it is the marginal price times the ' +
      "feed's price, and moves with the feed too. A candle opens where the one before it closed, the first at the launch " +
      'price. The last one holds `X-As-Of-Time`, is not `closed`, and closes at the price that `GET /prices` has at that ' +
      'block. Without events an interval is flat, with volumes of 0; `fill=false` leaves out intervals without a trade. ' +
      'A range before the launch or after `X-As-Of-Time` has no candles. To go forward, ask again with `from` = the last ' +
      '`openTime`; to go back, with `to` = the first. A page whose last candle ended by the final block (`GET /config` ' +
      '`chain.finalityBlocks`) is `immutable`: ask for past ranges with `to`, and caches serve them.',
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
