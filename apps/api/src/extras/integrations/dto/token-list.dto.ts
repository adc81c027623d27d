import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Address } from '@slipway/domain';
import {
  ApiAddress,
  ApiInteger,
  ApiText,
  ApiTime,
  ApiUntrustedText,
} from '../../../openapi/api-properties.js';

@ApiSchema({ name: 'TokenListVersion' })
export class TokenListVersionDto {
  @ApiInteger()
  major!: number;

  @ApiInteger()
  minor!: number;

  @ApiInteger()
  patch!: number;
}

@ApiSchema({ name: 'ListedToken' })
export class ListedTokenDto {
  @ApiInteger()
  chainId!: number;

  @ApiAddress()
  address!: Address;

  @ApiUntrustedText()
  name!: string;

  @ApiUntrustedText()
  symbol!: string;

  @ApiInteger()
  decimals!: number;
}

@ApiSchema({ name: 'TokenList' })
export class TokenListDto {
  @ApiText()
  name!: string;

  @ApiTime('Of the last graduation that is listed, or of the last change that operators made.')
  timestamp!: string;

  @ApiProperty({ type: TokenListVersionDto })
  version!: TokenListVersionDto;

  @ApiProperty({ type: [String] })
  keywords!: string[];

  @ApiProperty({ type: [ListedTokenDto] })
  tokens!: ListedTokenDto[];
}
