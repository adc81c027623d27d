import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ADDRESS_SCHEMA } from '#http';
import type { Address } from '#values';
import type { Session } from '../auth.types.js';

@ApiSchema({ name: 'Session', description: 'What a bearer token says of itself.' })
export class SessionDto implements Session {
  @ApiProperty({ ...ADDRESS_SCHEMA, description: 'The wallet that it speaks for, EIP-55.' })
  address!: Address;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it was issued.' })
  issuedAt!: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'When it ends by itself.' })
  expiresAt!: string;
}
