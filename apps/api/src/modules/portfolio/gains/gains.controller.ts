import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { GainsDto, GainsQueryDto } from './gains.dto.js';
import { GainsService } from './gains.service.js';

@ApiTags('Portfolio')
@Controller('portfolio/:address/gains')
export class GainsController {
  constructor(private readonly gains: GainsService) {}

  @Get()
  @Operation({
    id: 'listGains',
    status: 'proposed',
    access: 'owner',
    limit: 'heavy',
    asOf: true,
    summary: "A wallet's sales of a year, and what they gained",
    description:
      'Sales of app tokens at average cost, oldest first, those of one token in one transaction together. What they realised is what the ' +
      'overview counts in `realizedPnlUsd`. A transfer out is no sale. A page may have fewer items than `limit` and still a `nextCursor`, ' +
      'since it looks at 2,000 events at a time. When a reorganisation has undone the block that a cursor stands at, it is 400 ' +
      '`cursor_expired`: start again.',
    response: GainsDto,
    csv: true,
  })
  listGains(
    @AddressParam('address', "The token's own wallet.") address: Address,
    @Query() query: GainsQueryDto,
  ): Promise<AsOf<GainsDto>> {
    return this.gains.list(address, query);
  }
}
