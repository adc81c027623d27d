import { ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, IsString, MaxLength, Min } from 'class-validator';
import { AddressProperty, OptionalWhenAbsent } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { ApiText, ApiTime } from '../../../openapi/api-properties.js';

const MAX_DOMAIN_LENGTH = 255;
const MAX_URI_LENGTH = 1_024;

@ApiSchema({ name: 'ChallengeRequest' })
export class ChallengeRequestDto {
  @AddressProperty({ description: 'The wallet that will sign.' })
  address!: Address;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: MAX_DOMAIN_LENGTH,
    example: 'app.example.com',
    description: "Your page's `location.host`. Default: the host of `uri`, or of this API.",
  })
  @OptionalWhenAbsent()
  @IsString({ message: 'must be text' })
  @MaxLength(MAX_DOMAIN_LENGTH, { message: `must be at most ${MAX_DOMAIN_LENGTH} characters` })
  domain?: string;

  @ApiPropertyOptional({
    type: 'string',
    format: 'uri',
    maxLength: MAX_URI_LENGTH,
    example: 'https://app.example.com/login',
    description: 'What the user signs in to, on a registered site. Default: the origin of `domain`.',
  })
  @OptionalWhenAbsent()
  @IsString({ message: 'must be text' })
  @MaxLength(MAX_URI_LENGTH, { message: `must be at most ${MAX_URI_LENGTH} characters` })
  uri?: string;

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    description: "The wallet's chain, if you want it checked: no other than this API's is accepted.",
  })
  @OptionalWhenAbsent()
  @Min(1, { message: 'must be at least 1' })
  @IsInt({ message: 'must be a whole number' })
  chainId?: number;
}

@ApiSchema({ name: 'Nonce', description: 'A nonce that one sign-in may use.' })
export class NonceDto {
  @ApiText('Letters and digits, for the `Nonce` line of an EIP-4361 message.')
  nonce!: string;

  @ApiTime('Until when it can be used.')
  expiresAt!: string;
}

@ApiSchema({ name: 'Challenge', description: 'A message for a wallet to sign, and the nonce in it.' })
export class ChallengeDto extends NonceDto {
  @ApiText('EIP-4361 text for `personal_sign`. Send it back unchanged.')
  message!: string;
}
