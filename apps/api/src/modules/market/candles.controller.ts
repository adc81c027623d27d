import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { CandlesService } from './candles.service.js';
import { CandleSeriesDto, CandlesQueryDto } from './dto/candles.dto.js';

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
      "OHLCV of trade prices (the platform amount that moved the reserves, which is a buy's gross less the fee and a " +
      "sale's gross, / token amount; in USD at the feed's price of the trade's block), on the curve and in the pool, oldest first. The series begins with the first trade and ends " +
      'with the candle that holds `X-As-Of-Time`, which is not `closed`. An interval without a trade opens, stays ' +
      'and closes at the close before it, with volumes of 0; `fill=false` leaves such intervals out. A range before ' +
      'the first trade or after `X-As-Of-Time` has no candles. To go forward, ask again with `from` = the last ' +
      '`openTime`; to go back, with `to` = the first. A page whose last candle ended by the final block (`GET /config` ' +
      '`chain.finalityBlocks`) is `immutable`: ask for past ranges with `to`, and caches respond.',
    response: CandleSeriesDto,
    errors: ['not_found'],
  })
  list(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() query: CandlesQueryDto,
  ): Promise<AsOf<CandleSeriesDto>> {
    return this.service.list(tokenAddress, query);
  }
}
