import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { IsString, Matches, MaxLength } from 'class-validator';
import type { Address } from '@slipway/domain';
import { ApiAddress, ApiInteger, ApiTime } from '../../../openapi/api-properties.js';

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
