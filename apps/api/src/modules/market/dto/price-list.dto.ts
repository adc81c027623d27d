import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import { PRICE_SOURCES, type PriceList, type PriceSource, type TokenPrice } from '../market.types.js';

@ApiSchema({ name: 'Price', description: "A token's price, true at `X-As-Of-Block`." })
export class PriceDto implements TokenPrice {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The token, EIP-55.' })
  tokenAddress!: Address;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Untrusted text for apps; null when not found.',
  })
  symbol!: string | null;

  @ApiProperty({ type: 'number', nullable: true, description: 'USD for one whole token; null when unknown.' })
  priceUsd!: number | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    pattern: '^(0|[1-9][0-9]*)(\\.[0-9]{1,18})?$',
    description: 'Platform tokens for one whole token, at most 18 decimals, truncated.',
  })
  priceInPlatform!: string | null;

  @ApiProperty({
    type: 'number',
    nullable: true,
    description: '`priceUsd` / `priceUsd` 24 hours before - 1; null for apps younger than 24 hours.',
  })
  change24h!: number | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: "When an event last moved the reserves, or the feed's answer for the platform token.",
  })
  updatedAt!: string | null;

  @ApiProperty({
    type: 'boolean',
    description: "The price feed's answer is older than its heartbeat, or the index lags over 60 s.",
  })
  stale!: boolean;

  @ApiProperty({
    enum: [...PRICE_SOURCES, null],
    type: 'string',
    nullable: true,
    description: 'Where the price is from.',
  })
  source!: PriceSource | null;

  @ApiProperty({
    enum: ['not_found', null],
    type: 'string',
    nullable: true,
    description: '`not_found` when the address is no token of ours.',
  })
  error!: 'not_found' | null;
}

@ApiSchema({ name: 'PriceList', description: 'Prices in the order asked.' })
export class PriceListDto implements PriceList {
  @ApiProperty({ type: [PriceDto] })
  prices!: PriceDto[];
}
