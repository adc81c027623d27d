import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@slipway/http';
import type { AsOf } from '@slipway/domain';
import { PriceListDto, PricesQueryDto } from './prices.dto.js';
import { PricesService } from './prices.service.js';

@ApiTags('Market')
@Controller()
export class PricesController {
  constructor(private readonly service: PricesService) {}

  @Get('prices')
  @Operation({
    id: 'listPrices',
    status: 'stable',
    access: 'public',
    limit: 'read',
    summary: 'Current prices',
    description:
      'Prices of up to 100 tokens, in the order asked and none dropped: an address that is no token of ours has ' +
      '`error: "not_found"`. Without `tokens`: the platform token and the 99 listed apps with most volume in 24 ' +
      'hours. An app is priced at the margin, without fee: virtual reserves on the curve, pair reserves after ' +
      'graduation; the platform token at the price of its feed. `at` asks for a moment of the past, of `tokens` alone: an app that ' +
      'was not launched then is `not_found`.',
    response: PriceListDto,
    errors: ['upstream_unavailable'],
  })
  listPrices(@Query() { tokens, at }: PricesQueryDto): Promise<AsOf<PriceListDto>> {
    return at === undefined
      ? this.service.listPrices(tokens ?? null)
      : this.service.listPricesAt(tokens ?? null, at);
  }
}
