import { AddressListProperty } from '#http';
import type { Address } from '#values';

export class PricesQueryDto {
  @AddressListProperty({ description: 'Tokens to price, separated by commas; any case.', max: 100 })
  tokens?: Address[];
}
