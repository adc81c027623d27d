import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Nonce } from '../auth.types.js';

@ApiSchema({ name: 'Nonce', description: 'A nonce that one sign-in may use.' })
export class NonceDto implements Nonce {
  @ApiProperty({ description: 'Letters and digits, for the `Nonce` line of an EIP-4361 message.' })
  nonce!: string;

  @ApiProperty({ type: 'string', format: 'date-time', description: 'Until when it can be used.' })
  expiresAt!: string;
}
