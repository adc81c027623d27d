import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { AccessTokenAnswer } from '../auth.types.js';

@ApiSchema({ name: 'AccessToken', description: 'A bearer token (RFC 6750) for one wallet.' })
export class AccessTokenDto implements AccessTokenAnswer {
  @ApiProperty({
    description:
      'A JWT (ES256, `typ: at+jwt`), to be sent as `Authorization: Bearer`. Its keys are at `/.well-known/jwks.json`.',
  })
  accessToken!: string;

  @ApiProperty({ enum: ['Bearer'] })
  tokenType!: 'Bearer';

  @ApiProperty({ type: 'integer', description: 'Seconds until it ends.' })
  expiresIn!: number;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it ends.' })
  expiresAt!: string;

  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The wallet that it speaks for, EIP-55.' })
  address!: Address;
}
