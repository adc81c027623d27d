import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { AddressListProperty, type Moment, MomentProperty } from '@slipway/http';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiBoolean,
  ApiNumber,
  ApiPrice,
  ApiTime,
  ApiUntrustedText,
  ApiWordOrNull,
  NULLABLE,
} from '../../../openapi/api-properties.js';
import { PRICE_SOURCES, type PriceSource } from './prices.repository.js';

export class PricesQueryDto {
  @AddressListProperty({ description: 'Tokens to price, separated by commas; any case.', max: 100 })
  tokens?: Address[];

  @MomentProperty('Prices as they were then.')
  at?: Moment;
}

@ApiSchema({ name: 'Price', description: "A token's price, true at `X-As-Of-Block`." })
export class PriceDto {
  @ApiAddress('The token, EIP-55.')
  tokenAddress!: Address;

  @ApiUntrustedText('Untrusted text for apps; null when not found.', NULLABLE)
  symbol!: string | null;

  @ApiNumber('USD for one whole token; null when unknown.', NULLABLE)
  priceUsd!: number | null;

  @ApiPrice('Platform tokens for one whole token, at most 18 decimals, truncated.', NULLABLE)
  priceInPlatform!: string | null;

  @ApiNumber(
    '`priceUsd` / `priceUsd` 24 hours before - 1: 0.05 is +5 %; null for apps younger than 24 hours.',
    NULLABLE,
  )
  change24h!: number | null;

  @ApiTime("When an event last moved the reserves, or the feed's price of the platform token.", NULLABLE)
  updatedAt!: string | null;

  @ApiBoolean("The feed's price is older than its heartbeat, or the index lags over 60 s.")
  stale!: boolean;

  @ApiWordOrNull('PriceSource', PRICE_SOURCES, 'Where the price is from.')
  source!: PriceSource | null;

  @ApiWordOrNull('PriceError', ['not_found'], '`not_found` when the address is no token of ours.')
  error!: 'not_found' | null;
}

@ApiSchema({ name: 'PriceList', description: 'Prices in the order asked.' })
export class PriceListDto {
  @ApiProperty({ type: [PriceDto] })
  prices!: PriceDto[];
}
