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
      'At average cost, oldest first; sales of one token in one transaction together. A page may have fewer items than ' +
      "`limit` and still a `nextCursor`; when a reorganisation has undone a cursor's block it is 400 `cursor_expired`: start " +
      'again.',
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
