import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { SparklineQueryDto } from './dto/picture-queries.dto.js';
import { PicturesService } from './pictures.service.js';

@ApiTags('Pictures')
@Controller('apps')
export class SparklinesController {
  constructor(private readonly pictures: PicturesService) {}

  @Get(':tokenAddress/sparkline.svg')
  @Operation({
    id: 'getSparkline',
    status: 'proposed',
    access: 'public',
    limit: 'read',
    caching: 'minute',
    summary: "An app's prices as a small line",
    description:
      '120 x 32 without a ground, of the values of `sparkline` in `GET /apps`: green for a rise, red for a fall ' +
      '(`priceChange24h`, else the line).',
    picture: 'image/svg+xml',
    errors: ['not_found'],
  })
  get(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { span }: SparklineQueryDto,
  ): Promise<AsOf<Buffer>> {
    return this.pictures.drawSparklineSvg(tokenAddress, span);
  }
}
