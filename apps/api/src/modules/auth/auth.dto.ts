import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { IsInt, IsString, Matches, MaxLength, Min } from 'class-validator';
import { AddressProperty, OptionalWhenAbsent } from '@slipway/http';
import type { Address } from '@slipway/domain';
import { ApiAddress, ApiInteger, ApiText, ApiTime } from '../../openapi/api-properties.js';

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

const MAX_MESSAGE_LENGTH = 4_096;

/** Contract wallets' signatures hold several keys' ones, and the call that deploys the wallet; 8 KB is more than any of them needs. */
const MAX_SIGNATURE_LENGTH = 16_386;

const SIGNATURE = /^0x([a-fA-F0-9]{2})*$/;

@ApiSchema({ name: 'TokenRequest' })
export class TokenRequestDto {
  @ApiProperty({
    maxLength: MAX_MESSAGE_LENGTH,
    description: 'The EIP-4361 text exactly as it was signed, at most 4 KB.',
  })
  @MaxLength(MAX_MESSAGE_LENGTH, { message: 'must be at most 4 KB' })
  @IsString({ message: 'must be text' })
  message!: string;

  @ApiProperty({
    pattern: SIGNATURE.source,
    maxLength: MAX_SIGNATURE_LENGTH,
    description:
      'What the wallet returned, in hex. `0x` for a contract wallet that approved the message on chain.',
  })
  @Matches(SIGNATURE, { message: 'must be 0x and an even number of hexadecimal digits' })
  @MaxLength(MAX_SIGNATURE_LENGTH, { message: 'must be at most 8 KB' })
  @IsString({ message: 'must be text' })
  signature!: `0x${string}`;
}

@ApiSchema({ name: 'AccessToken', description: 'A bearer token (RFC 6750) for one wallet.' })
export class AccessTokenDto {
  @ApiProperty({
    description:
      'A JWT (ES256, `typ: at+jwt`), to be sent as `Authorization: Bearer`. Its keys are at `/.well-known/jwks.json`.',
  })
  accessToken!: string;

  @ApiProperty({ enum: ['Bearer'] })
  tokenType!: 'Bearer';

  @ApiInteger('Seconds until it ends.')
  expiresIn!: number;

  @ApiTime('When it ends.')
  expiresAt!: string;

  @ApiAddress('The wallet that it speaks for, EIP-55.')
  address!: Address;
}

@ApiSchema({ name: 'Session', description: 'What a bearer token says of itself.' })
export class SessionDto {
  @ApiAddress('The wallet that it speaks for, EIP-55.')
  address!: Address;

  @ApiTime('When it was issued.')
  issuedAt!: string;

  @ApiTime('When it ends by itself.')
  expiresAt!: string;
}
