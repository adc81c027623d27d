import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AddressParam, Operation } from '@slipway/http';
import type { Address, AsOf } from '@slipway/domain';
import { CardQueryDto } from './dto/picture-queries.dto.js';
import { PicturesService } from './pictures.service.js';

const CARD = {
  status: 'proposed',
  access: 'public',
  caching: 'minute',
  errors: ['not_found'],
} as const;

@ApiTags('Pictures')
@Controller('apps')
export class CardsController {
  constructor(private readonly pictures: PicturesService) {}

  @Get(':tokenAddress/card.svg')
  @Operation({
    ...CARD,
    id: 'getCardSvg',
    limit: 'read',
    summary: "An app's card as SVG",
    description:
      '1200 x 630: name, symbol, price, change and line of 24 hours, market cap, volume, holders, progress, in fonts of who ' +
      'shows it.',
    picture: 'image/svg+xml',
  })
  getSvg(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { theme }: CardQueryDto,
  ): Promise<AsOf<Buffer>> {
    return this.pictures.drawCardSvg(tokenAddress, theme);
  }

  @Get(':tokenAddress/card.png')
  @Operation({
    ...CARD,
    id: 'getCardPng',
    limit: 'heavy',
    summary: "An app's card as PNG",
    description:
      'As `card.svg`, for sites that show no SVG, in fonts of ours (docs/build/pictures.md). One is painted at a time: 503 ' +
      'with `Retry-After` while 100 wait.',
    picture: 'image/png',
  })
  getPng(
    @AddressParam('tokenAddress', "The app's token.") tokenAddress: Address,
    @Query() { theme }: CardQueryDto,
  ): Promise<AsOf<Buffer>> {
    return this.pictures.drawCardPng(tokenAddress, theme);
  }
}
