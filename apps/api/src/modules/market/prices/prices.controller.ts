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
      'At the margin, without fee, in the order asked; an address that is no token of ours, or was none at `at`, has `error: ' +
      '"not_found"`. Without `tokens`, which `at` wants: the platform token and the 99 listed apps with most volume in 24 ' +
      'hours.',
    response: PriceListDto,
    errors: ['upstream_unavailable'],
  })
  listPrices(@Query() { tokens, at }: PricesQueryDto): Promise<AsOf<PriceListDto>> {
    return at === undefined
      ? this.service.listPrices(tokens ?? null)
      : this.service.listPricesAt(tokens ?? null, at);
  }
}
