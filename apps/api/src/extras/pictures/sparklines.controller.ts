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
      'SVG of 120 x 32 without a ground, which fills whatever box it is given. The values are those of `sparkline` in `GET /apps`. ' +
      'Green for a rise and red for a fall: of `priceChange24h`, which its title has, else of the line. Drawn at most once a minute. Hidden apps have no pictures.',
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
