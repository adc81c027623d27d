import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { CurvesService } from './curves.service.js';
import { CurveDto, QuoteDto, QuoteQueryDto } from './curves.dto.js';

@ApiTags('Market')
@Controller('curves')
export class CurvesController {
  constructor(private readonly service: CurvesService) {}

  @Get(':tokenAddress')
  @Operation({
    id: 'getCurve',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: "State of an app's bonding curve",
    description:
      '`virtualPlatformReserve / virtualTokenReserve` is the price, and a curve graduates when its `realPlatformReserve` ' +
      'meets `graduationThreshold`. Then the virtual reserves stay as the last trade left them, the real ones are 0, and ' +
      "`priceInPlatform` is the pool's.",
    response: CurveDto,
    errors: ['not_found'],
  })
  get(@AddressParam('tokenAddress', "The app's token.") tokenAddress: Address): Promise<AsOf<CurveDto>> {
    return this.service.get(tokenAddress);
  }

  @Get(':tokenAddress/quote')
  @Operation({
    id: 'getCurveQuote',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    summary: 'What a trade would give',
    description:
      "To the wei the launchpad's `quoteBuy` and `quoteSell`, or after graduation a router's `getAmountsOut`. The trade " +
      'happens at a later block: send it with a `minOut`. `details.reason` of a 400 is `amount_too_small` (it gives nothing) ' +
      'or `exceeds_reserve` (more than was bought, or than a pool holds).',
    response: QuoteDto,
    errors: ['not_found'],
  })
  quote(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { side, amount }: QuoteQueryDto,
  ): Promise<AsOf<QuoteDto>> {
    return this.service.quote(tokenAddress, side, amount);
  }
}
